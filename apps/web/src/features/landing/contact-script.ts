import type { Problem } from '@hearth/contracts/core/errors';
import { readPageSetting } from '#platform/page/page-settings.ts';
import { watchHeader } from './header-shadow.ts';
import { reportPage } from './report-page.ts';

// Progressive enhancement: shows the form if email is configured, sends it, and keeps the input if sending fails.

const TIME_LIMIT_MS = 20_000;
const FIELDS = ['name', 'email', 'message'] as const;
const apiOrigin = readPageSetting('api-origin');
const form = document.querySelector<HTMLFormElement>('#contact-form');

watchHeader();
// Also fires when the page is restored from the back/forward cache.
addEventListener('pageshow', reportPage);
if (form !== null) void offerForm(form);

async function offerForm(form: HTMLFormElement): Promise<void> {
  try {
    const answer = await fetch(`${apiOrigin}/contact`, { signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    const { contact } = (await answer.json()) as { contact?: { takesMessages: boolean } };
    if (contact?.takesMessages !== true) return;
  } catch {
    // If no messages can be sent, the address above the form is sufficient.
    return;
  }
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(form);
  });
}

async function submit(form: HTMLFormElement): Promise<void> {
  const faulty = FIELDS.filter((name) => !check(form, name));
  for (const name of FIELDS) markField(form, name, faulty.includes(name));
  if (faulty[0] !== undefined) {
    readField(form, faulty[0]).focus();
    return showMessage('contact-refused', false);
  }
  const button = form.querySelector('button');
  button?.setAttribute('disabled', '');
  form.setAttribute('aria-busy', 'true');
  try {
    await send(form);
  } catch {
    showMessage('contact-failed', false);
  } finally {
    button?.removeAttribute('disabled');
    form.removeAttribute('aria-busy');
  }
}

async function send(form: HTMLFormElement): Promise<void> {
  const answer = await fetch(`${apiOrigin}/contact`, {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(Object.fromEntries(new FormData(form))),
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  });
  if (answer.ok) {
    form.reset();
    return showMessage('contact-sent', true);
  }
  const problem = (await answer.json()) as Partial<Problem>;
  if (problem.code === 'RATE_LIMITED') return showMessage('contact-too-many', false);
  if (problem.code !== 'INVALID_REQUEST') return showMessage('contact-failed', false);
  for (const name of FIELDS)
    markField(form, name, problem.errors?.some(({ path }) => path === name) ?? false);
  showMessage('contact-refused', false);
}

function readField(form: HTMLFormElement, name: string): HTMLInputElement | HTMLTextAreaElement {
  return form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement;
}

function check(form: HTMLFormElement, name: string): boolean {
  const field = readField(form, name);
  return field.value.trim() !== '' && field.validity.valid;
}

function markField(form: HTMLFormElement, name: string, isFaulty: boolean): void {
  const field = readField(form, name);
  field.setAttribute('aria-invalid', String(isFaulty));
  if (isFaulty) field.setAttribute('aria-describedby', `${name}-problem`);
  else field.removeAttribute('aria-describedby');
  document.getElementById(`${name}-problem`)?.toggleAttribute('hidden', !isFaulty);
}

/** The messages are part of the page, in its language. */
function showMessage(wordsId: string, isSuccess: boolean): void {
  const answer = document.getElementById('contact-answer');
  if (answer === null) return;
  answer.textContent = document.getElementById(wordsId)?.textContent ?? '';
  answer.dataset['success'] = String(isSuccess);
}
