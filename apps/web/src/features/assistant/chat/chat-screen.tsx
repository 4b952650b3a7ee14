import { Trans, useLingui } from '@lingui/react/macro';
import { IconHistory, IconHome, IconMessagePlus } from '@tabler/icons-react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSelected } from '#platform/client-state/state.ts';
import { useTitle } from '#platform/page/use-title.ts';
import { auth } from '#platform/session/session.ts';
import { useNoteDrawn } from '#platform/sync/index.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { chatDoor, useChatDoor, requestComposerFocus } from '#features/assistant/composer/chat-door.ts';
import { Composer } from '#features/assistant/composer/composer.tsx';
import { AnswerText } from '#features/assistant/answers/answer-text.tsx';
import type { TaskNavigation } from '#features/search/index.ts';
import { chat, useChat } from '#features/assistant/talk/chat.ts';
import { ThreadPane } from '#features/assistant/threads/thread-pane.tsx';
import { Badge } from './badge.tsx';
import { ChatMessage } from './chat-message.tsx';
import { FailureNote } from './failure-note.tsx';
import { useCardActs } from './use-card-acts.ts';
import { useScrolledEnd } from './use-scrolled-end.ts';
import styles from './chat.module.css';

interface ChatScreenProps {
  /** The conversation id from the URL. Undefined while a new conversation has no id yet. */
  threadId: string | undefined;
  navigation: TaskNavigation;
  /** Called when a conversation gets its URL. */
  onThread: (threadId: string) => void;
  onClose: () => void;
}

/** A conversation with the assistant, next to the list of other conversations. */
export function ChatScreen({ threadId, navigation, onThread, onClose }: ChatScreenProps) {
  const { t } = useLingui();
  const [isListOpen, setIsListOpen] = useState(false);
  const talk = useChat((now) => now);
  const pendingMessage = useChatDoor((door) => door.pendingMessage);
  const title = useSelected(auth, ({ aiHistory }) => aiHistory.find(({ id }) => id === talk.threadId)?.title);
  useTitle(title ?? t`Assistant`);
  useNoteDrawn();

  useEffect(() => {
    if (pendingMessage !== null) {
      chatDoor.set({ pendingMessage: null });
      chat.clear();
      chat.sendMessage(pendingMessage);
    } else if (threadId !== undefined && chat.state.get().threadId !== threadId) chat.open(threadId);
  }, [pendingMessage, threadId]);
  const notifyThread = useEffectEvent(onThread);
  const { threadId: present, phase } = talk;
  useEffect(() => {
    if (present !== null && phase !== 'loading' && present !== threadId && pendingMessage === null)
      notifyThread(present);
    // oxlint-disable-next-line react/exhaustive-deps -- only a newly started conversation changes the URL
  }, [present]);
  return (
    <div className={styles.screen}>
      <div className={styles.main}>
        <header className={styles.header}>
          <IconButton label={t`Back to home`} onClick={onClose}>
            <IconHome size={18} stroke={1.7} />
          </IconButton>
          <h1 className={styles.title} dir="auto">
            {title ?? t`Assistant`}
          </h1>
          <IconButton
            label={t`New conversation`}
            onClick={() => {
              onClose();
              requestComposerFocus();
            }}
          >
            <IconMessagePlus size={18} stroke={1.7} />
          </IconButton>
          <span className={styles.listButton}>
            <IconButton
              label={t`Conversations`}
              aria-expanded={isListOpen}
              onClick={() => setIsListOpen(!isListOpen)}
            >
              <IconHistory size={18} stroke={1.7} />
            </IconButton>
          </span>
        </header>
        <MessageList navigation={navigation} />
        <div className={styles.foot}>
          <ChatComposer />
          <Badge turns={talk.messages.length} />
        </div>
      </div>
      <ThreadPane
        isOpen={isListOpen}
        shownId={talk.threadId}
        onPick={(id) => {
          setIsListOpen(false);
          onThread(id);
        }}
        onDeleted={(id) => {
          if (id === chat.state.get().threadId) {
            chat.clear();
            onClose();
          }
        }}
        onClose={() => setIsListOpen(false)}
      />
    </div>
  );
}

/** The messages, with the latest at the bottom. */
function MessageList({ navigation }: { navigation: TaskNavigation }) {
  const { t } = useLingui();
  const acts = useCardActs();
  const { messages, partialAnswer, phase, failure, olderCursor } = useChat((now) => now);
  const box = useScrolledEnd(`${messages.length} ${partialAnswer?.length ?? ''} ${failure === null}`);
  const send = useCallback((text: string) => chat.sendMessage(text), []);
  const known = useRef<ReadonlySet<string>>(new Set());
  const [fresh, setFresh] = useState<string | null>(null);
  const last = messages.at(-1);
  const wasAnswering = useRef(false);
  useEffect(() => {
    // Only an answer that was in progress on this screen takes focus, and only while the composer is empty.
    const isNew = last !== undefined && last.role === 'assistant' && !known.current.has(last.id);
    if (isNew && wasAnswering.current && chatDoor.get().draft === '') setFresh(last.id);
    known.current = new Set(messages.map(({ id }) => id));
    wasAnswering.current = partialAnswer !== null;
  }, [messages, partialAnswer, last]);
  return (
    <div ref={box} className={styles.said}>
      <div
        className={styles.column}
        role="log"
        aria-live="polite"
        aria-label={t`Conversation`}
        aria-busy={partialAnswer !== null}
      >
        {olderCursor !== null && (
          <Button size="small" variant="subtle" onClick={() => void chat.readOlder().catch(() => undefined)}>
            <Trans>Show earlier messages</Trans>
          </Button>
        )}
        {messages.map((message) => (
          <ChatMessage
            key={message.id}
            message={message}
            navigation={navigation}
            acts={acts}
            isLast={message === last && phase === 'idle'}
            takesFocus={message.id === fresh}
            onSend={send}
          />
        ))}
        {partialAnswer !== null && (
          <article className={styles.answer} aria-label={t`Assistant`} data-coming>
            {partialAnswer === '' ? (
              <p className={styles.thinking}>
                {phase === 'reconnecting' ? <Trans>Connection lost. Reconnecting…</Trans> : <Dots />}
              </p>
            ) : (
              <AnswerText text={partialAnswer} citations={NO_SOURCES} navigation={navigation} />
            )}
            {partialAnswer !== '' && phase === 'reconnecting' && (
              <p className={styles.remark}>
                <Trans>Connection lost. Reconnecting…</Trans>
              </p>
            )}
          </article>
        )}
        {failure !== null && <FailureNote failure={failure} onAgain={() => chat.tryAgain()} />}
      </div>
    </div>
  );
}

const NO_SOURCES: never[] = [];

function Dots() {
  const { t } = useLingui();
  return (
    <span className={styles.dots} role="img" aria-label={t`Answering…`}>
      <i />
      <i />
      <i />
    </span>
  );
}

function ChatComposer() {
  const { t } = useLingui();
  const isAnswering = useChat(({ phase }) => phase !== 'idle' && phase !== 'loading');
  return (
    <Composer
      placeholder={t`Ask or command`}
      onSend={(text) => chat.sendMessage(text)}
      onStop={isAnswering ? () => chat.stop() : undefined}
    />
  );
}
