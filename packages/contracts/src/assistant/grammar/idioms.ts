import type { CommandContext, CommandFamily } from '#assistant/command-values.ts';

/** A statement that implies a command, and the equivalent explicit command. */
interface Idiom {
  pattern: RegExp;
  family: CommandFamily;
  /** Returns the explicit command, or null if the sentence has another meaning. */
  command: (groups: Readonly<Record<string, string>>, context: CommandContext) => string | null;
}

const KEY = /\b[a-z][a-z0-9]{0,9}-\d{1,7}\b/i;
const END = '[.!…]*$';
/** Pattern for the subject of a statement. Excludes questions and conditions. */
const SUBJECT =
  '(?<subject>(?!(?:what|which|who|whose|how|when|where|why|is|are|do|does|did|can|could|should|will|would|if|not|no|nothing|nobody|anything|everything|there|here|i|we|you|he|she)\\b)[^?]{2,120}?)';
const NUMBER = '(?<count>\\d{1,2}|an?|one|two|three|four|five|six|seven)';
/** Maximum length in characters. Longer input is treated as prose. */
const MAX_LENGTH = 300;
const COUNTS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'];

function matchWhole(source: string): RegExp {
  return new RegExp(`^${source}${END}`, 'iu');
}

const IDIOMS: readonly Idiom[] = [
  {
    pattern: matchWhole(
      "(?:i|we)(?:['’]ve| have|['’]m|['’]re| am| are)?(?: just| already| finally| now| all)* (?:finished|completed|closed|wrapped up|done|did)(?: with)? (?<subject>[^?]{2,120}?)",
    ),
    family: 'change',
    command: ({ subject }) => `mark ${nameTask(subject)} as done`,
  },
  {
    pattern: matchWhole(
      `${SUBJECT} (?:is|are|has been|have been|was|were|got)(?: now| already| finally| all)* (?:done|finished|completed?|closed|wrapped up|sorted|taken care of)(?: now)?`,
    ),
    family: 'change',
    command: ({ subject }, context) =>
      isProject(subject, context) ? null : `mark ${nameTask(subject)} as done`,
  },
  {
    pattern: matchWhole(
      `${SUBJECT} (?:can|could|may|has to|have to|should|must) wait (?:until|till|for) (?<day>[^?]+?)`,
    ),
    family: 'change',
    command: ({ subject, day }) => `move due date of ${nameTask(subject)} to ${day}`,
  },
  {
    pattern: matchWhole(
      `${SUBJECT} (?:needs?|takes?|requires?)(?: about)?(?<another> another)?(?: ${NUMBER})?(?: more)? (?<unit>days?|weeks?)(?: more| longer)?`,
    ),
    family: 'change',
    command: ({ subject, count, another, unit }) =>
      count === undefined && another === undefined
        ? null
        : `postpone ${nameTask(subject)} by ${toNumber(count ?? 'a')} ${unit}`,
  },
  {
    pattern: matchWhole(
      `${SUBJECT} (?:belongs?|(?:should|must|needs? to|has to|have to)(?: go| be moved| move| be| belong)+) (?:in|into|to|under|on)(?: the)? (?<project>[^?]+?)(?: project| board)?`,
    ),
    family: 'change',
    command: ({ subject, project }, context) =>
      isProject(project, context) ? `move ${nameTask(subject)} to ${project}` : null,
  },
  {
    pattern: matchWhole(
      `(?:make )?${SUBJECT} (?:(?:should|must|needs? to|has to|have to)(?: now)? be |(?:less|more) important,? (?:so )?)(?<level>urgent|high|medium|low)(?: priority| prio)?(?: is (?:fine|enough|ok))?`,
    ),
    family: 'change',
    command: ({ subject, level }) => `set priority of ${nameTask(subject)} to ${level}`,
  },
  {
    pattern: matchWhole(`no (?:due date|deadline) for ${SUBJECT}(?: any ?more)?`),
    family: 'change',
    command: ({ subject }) => `remove due date of ${nameTask(subject)}`,
  },
  {
    pattern: matchWhole(
      `(?:reassign|hand over|transfer) ${SUBJECT} from (?<from>[^?]+?) to (?<person>[^?]+?)`,
    ),
    family: 'change',
    command: ({ subject, person }) => `reassign ${nameTask(subject)} to ${person}`,
  },
  {
    pattern: matchWhole('(?:have|get|ask|tell|let) (?<rest>\\p{L}[^?]{5,})'),
    family: 'create',
    command({ rest = '' }, context) {
      const words = rest.split(/\s+/);
      const length = [2, 1].find((count) => isPerson(words.slice(0, count).join(' '), context));
      // A key refers to an existing task, so the sentence does not create one.
      if (length === undefined || KEY.test(rest)) return null;
      const task = words.slice(words[length] === 'to' ? length + 1 : length);
      // 'Has Bob done …' is a question.
      if (task.length < 2 || /^(?:done|finished|been|know)$/i.test(task[0] ?? '')) return null;
      return `create task for ${words.slice(0, length).join(' ')}: ${task.join(' ')}`;
    },
  },
  {
    pattern: matchWhole(
      "put (?<task>[^?]{2,}?) on (?<person>my|\\p{L}+(?=['’]s))(?:['’]s)? (?:list|plate|to-?do list)",
    ),
    family: 'create',
    command: ({ person, task }) => `create task for ${/^my$/i.test(person ?? '') ? 'me' : person}: ${task}`,
  },
  {
    pattern: matchWhole(
      "(?:(?:i|we) (?:need|have|want|must|got) (?:to )?)?(?<task>[^?]{3,}?)[,;.]? (?:please )?(?:don['’]?t|do not) let (?:me|us) forget(?: it| that)?",
    ),
    family: 'create',
    command: ({ task }) => `remind me to ${task}`,
  },
  {
    pattern: matchWhole(
      "(?:(?:don['’]?t|do not) let (?:me|us) forget(?: to| about)?|(?:i )?(?:must|need to|have to) remember to|remember to) (?<task>[^?]{3,})",
    ),
    family: 'create',
    command: ({ task }) => `remind me to ${task}`,
  },
  {
    pattern: matchWhole(
      '(?:start|kick off|spin up|open|launch|set up) (?:a |the )?(?:new )?project (?:called|named|for) (?:the )?(?<name>[^?]+?)',
    ),
    family: 'create',
    command: ({ name }) => `create project ${name}`,
  },
  {
    pattern: matchWhole(
      '(?:prep|prepare|draft|write|get ready)(?: me)? (?:my|the) (?:daily|stand-?up)(?: notes| update)?',
    ),
    family: 'report',
    command: () => 'my standup',
  },
  {
    pattern: /^(?:a )?new (?<label>\p{L}+): (?<task>[^?]+)$/iu,
    family: 'create',
    command: ({ label, task }, { labels }) =>
      labels.some(({ name }) => name.toLowerCase() === label?.toLowerCase())
        ? `create a ${label}: ${task}`
        : null,
  },
  {
    pattern: /^(?:under|in|on) (?<project>[^?]{2,60}?),? (?:add|create|put) (?:a task:? )?(?<task>[^?]+)$/iu,
    family: 'create',
    command: ({ project, task }, context) =>
      isProject(project, context) ? `create task in ${project}: ${task}` : null,
  },
  {
    pattern: matchWhole('take (?<person>me|\\p{L}+) off (?:of )?(?<subject>[^?]{2,120}?)'),
    family: 'change',
    command: ({ person, subject }) => `unassign ${person} from ${nameTask(subject)}`,
  },
  {
    pattern:
      /^call (?<subject>[^?"“”]{2,120}?) (?:["“](?<quoted>[^"”]+)["”]|(?<title>[^"“”]+?))(?: instead| from now on)+[.!]*$/iu,
    family: 'change',
    command: ({ subject, quoted, title }) => `rename ${nameTask(subject)} to ${quoted ?? title}`,
  },
  {
    pattern:
      /^what (?:did|have|has) (?<who>we|i|the team) (?:get|got|gotten|finish|finished|complete|completed|accomplish|accomplished|achieve|achieved|ship|shipped)(?: done)? (?<when>[^?]{3,40}?)\??$/iu,
    family: 'ask',
    command: ({ who, when }) => `${/^i$/i.test(who ?? '') ? 'my ' : ''}tasks completed ${when}`,
  },
  {
    pattern:
      /^(?:is|are|do (?:i|we) have) (?:there )?(?<what>anything|something|any tasks?) due (?<when>[^?]{3,40}?)\??$/iu,
    family: 'ask',
    command: ({ when }) => `tasks due ${when}`,
  },
  {
    pattern: matchWhole(
      '(?:look up|find|search for|pull up) (?:the |that |this )?(?<words>[^?]{2,60}?) (?:thing|things|stuff)',
    ),
    family: 'find',
    command: ({ words }) => `find ${words}`,
  },
  {
    pattern:
      /^what (?:should|do|can|could) i (?:say|report|tell|share)(?: \p{L}+)? (?:in|at|for) (?:the |my |today['’]s )?(?:daily|stand-?up)\??$/iu,
    family: 'report',
    command: () => 'my standup',
  },
];

/** The commands that the sentence may mean, most likely first. */
export function listIdioms(text: string, context: CommandContext): { text: string; family: CommandFamily }[] {
  const input = text.trim();
  // Input with several lines, or with a quote or another sign at its start, is free text.
  if (input.length > MAX_LENGTH || !/^[\p{L}\p{N}][^\n]*$/u.test(input)) return [];
  return IDIOMS.flatMap(({ pattern, family, command }) => {
    const match = pattern.exec(input);
    const written = match === null ? null : command(match.groups ?? {}, context);
    return written === null ? [] : [{ text: written, family }];
  });
}

/** Keeps keys and references to displayed tasks. Quotes anything else as a title. */
function nameTask(subject = ''): string {
  const bare = subject.trim().replace(/^the (?:task |ticket )?/i, '');
  const isPlain =
    KEY.test(bare) ||
    bare.includes('"') ||
    /^(?:it|this|that|these|those|they|them|both|all|every|my)\b/i.test(bare);
  return isPlain ? bare : `"${bare}"`;
}

function toNumber(count: string): number {
  const number = COUNTS.indexOf(count.toLowerCase());
  return /^an?$/i.test(count) ? 1 : number === -1 ? Number(count) : number;
}

function isProject(name: string | undefined, { projects }: CommandContext): boolean {
  const folded = (name ?? '').trim().replace(/^the /i, '').toLowerCase();
  return projects.some((one) => one.name.toLowerCase() === folded || one.key.toLowerCase() === folded);
}

function isPerson(name: string | undefined, { people }: CommandContext): boolean {
  const folded = (name ?? '').toLowerCase();
  return people.some((one) => {
    const full = one.name.toLowerCase();
    return full === folded || full.split(' ')[0] === folded;
  });
}
