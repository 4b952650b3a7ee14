import { listLines, type Payload } from '#api/testing/hostile/corpus.ts';
import { makeToken, presentToken, signIn, SignedIn } from '#api/testing/make.ts';
import { drawSample } from '#api/testing/sample.ts';
import type { SharedProduct } from './product.ts';

/** A team in which every user-written string is hostile. */
export interface HostileWorld {
  cookies: { name: string; value: string; url: string }[];
  teamNames: string[];
  personNames: string[];
  projectNames: string[];
  statusNames: string[];
  titles: string[];
  trashed: string[];
  labelNames: string[];
  viewNames: string[];
  documentTitles: string[];
  /** A document that contains all `titles`, both as Markdown and in a code block. */
  documentId: string;
  /** An empty document. */
  blankId: string;
  /** Comments and checklist items of the tasks whose panel is opened, by the task's index in `titles`. */
  notes: Map<number, { comments: string[]; steps: string[] }>;
  teamId: string;
  projectId: string;
  taskIds: string[];
  /** Invite links of teams with different hostile names. */
  links: string[];
}

const LIMIT = { name: 80, project: 120, status: 40, label: 40, view: 80, title: 500, document: 300 };
const TEAMS = 24;
const PEOPLE = 30;
const STATUSES = 16;
const LABELS = 24;
const VIEWS = 12;
const DOCUMENTS = 40;
const FENCE = '~'.repeat(40);
/** The panel of every nth task is opened. Only these tasks have comments and checklist items. */
export const OPENED_EVERY = 12;
/** Sampling rate of titles: one in n. `npm run lab -- wall` uses all of them. */
const TITLES_IN = 4;
const NOTES_OF_EACH = 8;
/** Number of projects, limited by the plan. */
const PROJECTS = 10;

/** Picks payloads at regular intervals. Even a few of them then cover each family. */
function pickEvenly(payloads: readonly Payload[], count: number): string[] {
  const step = payloads.length / count;
  return Array.from({ length: count }, (_, at) => payloads[Math.floor(at * step)]?.text ?? '');
}

export async function makeHostileWorld(product: SharedProduct): Promise<HostileWorld> {
  const titles = drawSample(listLines(LIMIT.title), TITLES_IN, 'titles').map(({ text }) => text);
  const personNames = pickEvenly(listLines(LIMIT.name), PEOPLE);
  const owner = await signIn(product, 'owner@example.com');
  await owner.patch('/account', { name: personNames[0] });
  // Use hostile user agents. The list of sessions shows them.
  const agents = titles.filter((text) => /^[\u0020-\u007e]+$/.test(text)).slice(0, 120);
  await inTurns(pickOf(agents, 12), async (agent) => {
    const token = await makeToken(product, 'owner@example.com');
    await presentToken(new SignedIn(product), token, { 'user-agent': agent });
  });

  const teamNames = pickEvenly(listLines(LIMIT.name).toReversed(), TEAMS);
  // Create the teams sequentially because they are ordered by the time of joining.
  const teamIds: string[] = [];
  for (const name of teamNames) {
    const { team } = await make<{ team: { _id: string } }>(owner, '/teams', { name });
    teamIds.push(team._id);
  }
  const team = `/teams/${teamIds[0]}`;
  await owner.post(`/dev${team}/plan`, { plan: 'pro' });
  const links = await inTurns(teamIds.slice(0, 6), async (id) => {
    const { invite } = await make<{ invite: { link: string } }>(owner, `/teams/${id}/invites`, {
      teamRole: 'guest',
    });
    return invite.link;
  });

  await inTurns(personNames.slice(1), async (name) => {
    const email = `person${personNames.indexOf(name)}@example.com`;
    const person = await signIn(product, email);
    await person.patch('/account', { name });
    await person.post(`/invites/${links[0]}/join`);
  });
  const statusNames = pickEvenly(listLines(LIMIT.status), STATUSES);
  const statuses = await inTurns(statusNames, async (name) => {
    const { status } = await make<{ status: { id: string } }>(owner, `${team}/statuses`, {
      name,
      category: 'started',
    });
    return status.id;
  });
  const projectNames = pickEvenly(listLines(LIMIT.project), PROJECTS);
  const projects = await inTurns(projectNames, async (name) => {
    const { project } = await make<{ project: { id: string } }>(owner, `${team}/projects`, {
      name,
      description: name,
    });
    return project.id;
  });
  const [projectId = ''] = projects;
  const labelNames = pickEvenly(listLines(LIMIT.label), LABELS);
  const labelIds = await inTurns(labelNames, async (name) => {
    const { label } = await make<{ label: { id: string } }>(owner, `${team}/labels`, { name });
    return label.id;
  });
  const viewNames = pickEvenly(listLines(LIMIT.view), VIEWS);
  await inTurns(
    viewNames,
    async (name) => await make(owner, `${team}/views`, { name, text: 'view=list', projectId }),
  );
  const taskIds = await inTurns(titles, async (title) => {
    const { task } = await make<{ task: { id: string } }>(owner, `${team}/tasks`, {
      title,
      ...describeWith(title, titles.indexOf(title)),
      projectId,
      statusId: statuses[titles.indexOf(title) % STATUSES],
      assigneeIds: [owner.user.id],
      labelIds: [labelIds[titles.indexOf(title) % LABELS]],
    });
    return task.id;
  });
  const documentTitles = pickEvenly(listLines(LIMIT.document), DOCUMENTS);
  await inTurns(documentTitles, (title) => make(owner, `${team}/documents`, { title }));
  const blank = await make<{ document: { id: string } }>(owner, `${team}/documents`, { title: 'Blank' });
  const { document } = await make<{ document: { id: string } }>(owner, `${team}/documents`, {
    title: 'All of them',
    // Markdown may transform some titles. Inside a code block, they are kept verbatim.
    markdown: [...titles, FENCE, ...titles, FENCE].join('\n\n'),
  });
  const notes = new Map<number, { comments: string[]; steps: string[] }>();
  for (let at = 0; at < titles.length; at += OPENED_EVERY) {
    const texts = titles.slice(at, at + NOTES_OF_EACH);
    const task = `${team}/tasks/${taskIds[at]}`;
    for (const text of texts) await make(owner, `${task}/comments`, { body: text });
    for (const text of texts) await make(owner, `${task}/checklist`, { title: text });
    notes.set(at, { comments: texts, steps: texts });
  }
  const trashed = pickOf(titles, 40);
  await inTurns(trashed, async (title) => {
    const { task } = await make<{ task: { id: string } }>(owner, `${team}/tasks`, { title });
    await owner.delete(`${team}/tasks/${task.id}`);
  });
  const cookies = [...owner.cookies].map(([name, { value }]) => ({ name, value, url: product.apiOrigin }));
  return {
    cookies,
    teamNames,
    personNames,
    projectNames,
    statusNames,
    titles,
    trashed,
    labelNames,
    viewNames,
    documentTitles,
    documentId: document.id,
    blankId: blank.document.id,
    notes,
    teamId: teamIds[0] ?? '',
    projectId,
    taskIds,
    links,
  };
}

function pickOf(texts: readonly string[], count: number): string[] {
  return texts.filter((_, at) => at % Math.max(1, Math.floor(texts.length / count)) === 0);
}

async function make<T>(owner: SignedIn, path: string, body: unknown): Promise<T> {
  const answer = await owner.post<T>(path, body);
  if (answer.status !== 201)
    throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)} ${JSON.stringify(body)}`);
  return answer.body;
}

/**
 * Runs `act` for each element, at most eight at a time.
 * @returns the results in order
 */
async function inTurns<T, R>(all: readonly T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < all.length; at += 8)
    results.push(...(await Promise.all(all.slice(at, at + 8).map(act))));
  return results;
}

/** Builds a description that contains the title as text or in a node that renders text in its own way. */
function describeWith(title: string, at: number): object {
  const text = { type: 'text', text: title };
  const parts = [
    { type: 'heading', attrs: { level: 1 }, content: [text] },
    { type: 'codeBlock', attrs: { language: null }, content: [text] },
    {
      type: 'paragraph',
      content: [{ ...text, marks: [{ type: 'link', attrs: { href: 'https://hearth.example/' } }] }],
    },
    {
      type: 'taskList',
      content: [
        { type: 'taskItem', attrs: { checked: false }, content: [{ type: 'paragraph', content: [text] }] },
      ],
    },
  ];
  const part = parts[Math.floor(at / 24) % (parts.length + 1)];
  return part === undefined ? { description: title } : { descriptionDoc: { type: 'doc', content: [part] } };
}
