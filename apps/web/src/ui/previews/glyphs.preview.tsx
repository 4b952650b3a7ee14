import { Avatar, AvatarStack } from '#ui/display/avatar.tsx';
import { PersonChip, ProjectChip } from '#ui/display/chip.tsx';
import { DuePill } from '#ui/display/due-pill.tsx';
import { Keys } from '#ui/keyboard/keys.tsx';
import type { Preview } from './preview.ts';
import { PriorityGlyph } from '#ui/display/priority-glyph.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';

const ada = { id: '1', name: 'Ada King Lovelace', image: null };
const people = [
  ada,
  { id: '2', name: 'Bo', image: null },
  { id: '3', name: 'विनोद', image: null },
  { id: '4', name: 'D', image: null },
];

export const preview: Preview = {
  title: 'Glyphs and chips',
  states: [
    {
      name: 'status',
      show: () => (
        <>
          <StatusGlyph category="backlog" />
          <StatusGlyph category="unstarted" color="sky" />
          <StatusGlyph category="started" progress={0.5} color="amber" />
          <StatusGlyph category="started" progress={0.75} color="violet" />
          <StatusGlyph category="completed" color="green" />
          <StatusGlyph category="cancelled" />
        </>
      ),
    },
    {
      name: 'priority',
      show: () => (
        <>
          {(['none', 'low', 'medium', 'high', 'urgent'] as const).map((priority) => (
            <PriorityGlyph key={priority} priority={priority} />
          ))}
        </>
      ),
    },
    {
      name: 'due',
      show: () => (
        <>
          <DuePill dueDate="2099-11-20" />
          <DuePill dueDate={new Date().toLocaleDateString('sv')} />
          <DuePill dueDate="2020-11-20" />
          <DuePill dueDate="2020-11-20" isClosed />
        </>
      ),
    },
    {
      name: 'people',
      show: () => (
        <>
          <Avatar person={ada} size={34} />
          <Avatar person={{ ...ada, image: '/no-such-image.png' }} size={34} />
          <AvatarStack people={people} />
          <PersonChip person={ada} />
        </>
      ),
    },
    {
      name: 'projects',
      show: () => (
        <>
          <ProjectChip name="Website" color="ember" />
          <ProjectChip name={'A project with a very long name '.repeat(3)} color="teal" />
        </>
      ),
    },
    {
      name: 'keys',
      show: () => (
        <>
          <Keys shortcut="mod+k" />
          <Keys shortcut="g t" />
          <Keys shortcut="alt+arrowup" />
        </>
      ),
    },
  ],
};
