import type { FastifyReply, FastifyRequest } from 'fastify';
import { assistantRoutes } from '@hearth/contracts/assistant/assistant';
import { requestStop, findRunningAnswer } from '#features/assistant/threads/messages.queries.ts';
import { requestKeyOf } from '#platform/commands/index.ts';
import { readTeam, withTeam } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import { bind, sessionOf, type App, type Binding } from '#platform/feature.ts';
import { callerOfRoutes, onBehalfOf, type OnBehalf } from '#platform/http/call-route.ts';
import { beginTurn } from './begin-turn.ts';
import type { Hub } from './hub.ts';
import type { Run } from './run.ts';
import { sendEvents, untilOver } from './send-events.ts';
import { watchElsewhere } from './watch-elsewhere.ts';

export function bindTurns(app: App, hub: Hub): Binding[] {
  return [
    bind('assistant.ask', assistantRoutes, async ({ caller, body, request, reply }) => {
      if (hub.isClosing)
        throw new AppError('UNAVAILABLE', 'The server is stopping. Try again.', { retryAfterSeconds: 2 });
      const { teamId } = caller;
      const { userId } = sessionOf(caller);
      const requestKey = requestKeyOf(request, body, 200);
      const begun = await beginTurn(app, { teamId, userId, requestKey }, body);
      const who = onBehalfOf(request, caller);
      if (!begun.isRepeated) hub.begin({ who, userId, text: body.text }, begun);
      const { run, stop } = find(begun, { teamId, userId });
      if (/\btext\/event-stream\b/i.test(request.headers.accept ?? '')) {
        await stream(request, reply, { who, run, onEnd: stop });
        return;
      }
      await untilOver(run);
      if (run.message === null)
        throw new AppError('INTERNAL', 'Something went wrong on our side. Nothing was changed.');
      return { threadId: begun.threadId, message: run.message };
    }),
    bind('assistant.follow', assistantRoutes, async ({ caller, params, request, reply }) => {
      const { teamId } = caller;
      const { userId } = sessionOf(caller);
      const { threadId } = params;
      const row = await readTeam(app.db, { teamId, userId }, (tx) =>
        findRunningAnswer(tx, { threadId, userId, now: app.clock.now() }),
      );
      if (row === null) return;
      const { run, stop } = find({ threadId, messageId: row.id }, { teamId, userId });
      await stream(request, reply, { who: onBehalfOf(request, caller), run, onEnd: stop });
    }),
    bind('assistant.stop', assistantRoutes, async ({ caller, params }) => {
      const { teamId } = caller;
      const { userId } = sessionOf(caller);
      const { threadId } = params;
      const id = await withTeam(app.db, { teamId, userId }, async (tx) => {
        const row = await findRunningAnswer(tx, { threadId, userId, now: app.clock.now() });
        if (row !== null) await requestStop(tx, { threadId, userId });
        return row?.id ?? null;
      });
      const run = id === null ? null : hub.find(id);
      run?.stop('reader');
      if (run !== null) await untilOver(run);
    }),
  ];

  /** Returns the run on this node, or else its stored progress. */
  function find(
    ids: { threadId: string; messageId: string },
    of: { teamId: string; userId: string },
  ): { run: Run; stop: () => void } {
    const run = hub.find(ids.messageId);
    return run === null ? watchElsewhere(app, of, ids) : { run, stop: () => undefined };
  }

  /** Streams the answer until it is complete, or until the reader loses access to the assistant. */
  async function stream(
    request: FastifyRequest,
    reply: FastifyReply,
    { who, run, onEnd }: { who: OnBehalf; run: Run; onEnd: () => void },
  ): Promise<void> {
    const call = callerOfRoutes(app, who);
    const unsubscribe = app.fanout.subscribe((notice) => {
      const isMine =
        notice.kind === 'gap' ||
        (notice.kind === 'sessionEnded' && notice.sessionId === who.session.id) ||
        (notice.kind === 'access' &&
          notice.teamId === who.teamId &&
          (notice.userId ?? who.session.userId) === who.session.userId);
      if (isMine) call('assistant.settings', {}).catch(() => sent.end());
    });
    const sent = sendEvents(reply, run, {
      from: readOffset(request),
      onEnd: () => {
        unsubscribe();
        onEnd();
      },
    });
    await sent.done;
  }
}

function readOffset(request: FastifyRequest): number {
  const given = String(request.headers['last-event-id'] ?? '');
  return /^\d{1,9}$/.test(given) ? Number(given) : 0;
}
