import { useMemo, useState } from 'react';
import { usePeople } from '#features/members/index.ts';
import { useProjects } from '#features/projects/index.ts';
import { useEstimateUnit } from '#platform/texts/estimates.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { useToday } from '#ui/format/use-today.ts';
import { labelsByName } from '#features/tasks/labels/labels.data.ts';
import { parseQuick, type QuickReading } from '@hearth/contracts/quick-parser/quick-parse';
import { takeOut } from '@hearth/contracts/quick-parser/quick-title';
import type { QuickContext, QuickToken } from '@hearth/contracts/quick-parser/quick-types';

export interface Quick {
  reading: QuickReading;
  /** The first ambiguous token, if any. */
  question: QuickToken | undefined;
  /** Rejects a token. The token then remains plain text. */
  revert: (token: QuickToken) => void;
  /** Resolves an ambiguous token. */
  choose: (token: QuickToken, at: number) => void;
  /** Parses another line with the same settings. Ambiguous tokens and the tokens in `asText` remain plain text. */
  read: (line: string, asText?: ReadonlySet<string>) => QuickReading;
}

/** Parses a title while the user types. Choices and rejections last as long as their token is in the title. */
export function useQuick(text: string): Quick {
  const store = useTeamStore();
  const people = usePeople();
  const projects = useProjects();
  const labels = useRows(labelsByName(store));
  const may = useMay();
  const today = useToday();
  const mayMakeLabels = may('labels.change');
  const estimateUnit = useEstimateUnit();
  const [asText, setAsText] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(new Map());
  const folded = text.toLowerCase();
  if ([...asText].some((name) => !folded.includes(name)))
    setAsText(new Set([...asText].filter((name) => folded.includes(name))));
  if ([...chosen.keys()].some((name) => !folded.includes(name)))
    setChosen(new Map([...chosen].filter(([name]) => folded.includes(name))));
  const mayPutInto = projects.map(({ id }) => may('task.create', { projectId: id, createdBy: null })).join();
  const context = useMemo<QuickContext>(() => {
    const isOpen = mayPutInto.split(',');
    return {
      today,
      ownId: store.userId,
      people,
      projects: projects.filter((_project, at) => isOpen[at] === 'true'),
      labels,
      mayMakeLabels,
      estimateUnit,
    };
  }, [today, store.userId, people, projects, labels, mayMakeLabels, mayPutInto, estimateUnit]);
  const reading = useMemo(() => {
    const { tokens } = parseQuick(text, context, asText);
    const settled = tokens.map((token) => {
      const at = chosen.get(nameOf(token)) ?? -1;
      const value = token.values[at];
      if (value === undefined) return token;
      return { ...token, ...token.places?.[at], values: [value], places: undefined };
    });
    const inOrder = settled.toSorted((a, b) => a.start - b.start);
    return { title: takeOut(text, inOrder), tokens: settled };
  }, [text, context, asText, chosen]);
  return {
    reading,
    question: reading.tokens.find(({ values }) => values.length > 1),
    // The alternatives are rejected as well. Otherwise, each of them would become the next token.
    revert: (token) => setAsText(new Set([...asText, nameOf(token), ...(token.places ?? []).map(nameOf)])),
    choose: (token, at) => setChosen(new Map([...chosen, [nameOf(token), at]])),
    read(line, rejected = new Set()) {
      const first = parseQuick(line, context, rejected);
      const unclear = first.tokens.filter(({ values }) => values.length > 1);
      if (unclear.length === 0) return first;
      const pieces = unclear.flatMap((token) => [nameOf(token), ...(token.places ?? []).map(nameOf)]);
      return parseQuick(line, context, new Set([...rejected, ...pieces]));
    },
  };
}

function nameOf({ text }: Pick<QuickToken, 'text'>): string {
  return text.toLowerCase();
}
