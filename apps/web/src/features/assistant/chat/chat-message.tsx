import type { AssistantMessage } from '@hearth/contracts/assistant/assistant';
import { Trans, useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { AnswerText } from '#features/assistant/answers/answer-text.tsx';
import type { TaskNavigation } from '#features/search/index.ts';
import { Sources } from '#features/assistant/answers/sources.tsx';
import { ProposalCard, type CardActs } from '#features/assistant/cards/proposal-card.tsx';
import { Chips } from '#features/assistant/composer/chips.tsx';
import styles from './chat.module.css';

interface ChatMessageProps {
  message: AssistantMessage;
  navigation: TaskNavigation;
  acts: CardActs;
  /** Whether this is the latest message and no answer is in progress. Only its suggested replies still apply. */
  isLast: boolean;
  /** Whether the message arrived while the user was watching and not typing. */
  takesFocus: boolean;
  onSend: (text: string) => void;
}

/** One message of the conversation. */
export const ChatMessage = memo(function ChatMessage(props: ChatMessageProps) {
  const { message, navigation, acts, isLast, takesFocus, onSend } = props;
  const { t } = useLingui();
  if (message.role === 'user')
    return (
      <article className={styles.question} aria-label={t`You`}>
        <p dir="auto">{message.text}</p>
      </article>
    );
  const { text, citations, proposals, chips } = message;
  return (
    <article className={styles.answer} aria-label={t`Assistant`}>
      {text !== '' && <AnswerText text={text} citations={citations} navigation={navigation} />}
      <Sources citations={citations} navigation={navigation} />
      {proposals.map((proposal) => (
        <ProposalCard key={proposal.id} proposal={proposal} acts={acts} takesFocus={takesFocus} />
      ))}
      <Remarks message={message} />
      {isLast && chips.length > 0 && (
        <div className={styles.next}>
          <Chips label={t`Suggestions`} chips={chips} onSend={onSend} />
        </div>
      )}
    </article>
  );
});

/** Additional information about an answer. */
function Remarks({ message: { provider, isFallback, isStopped, isPartial } }: { message: AssistantMessage }) {
  const isModel = provider !== 'builtin' && provider !== '';
  if (!isFallback && !isStopped && !isPartial && !isModel) return null;
  return (
    <p className={styles.remark}>
      {isFallback ? (
        <Trans>The AI model could not answer, so the built-in assistant did.</Trans>
      ) : (
        isModel && <span>{provider}</span>
      )}{' '}
      {isStopped && <Trans>Stopped.</Trans>}
      {isPartial && <Trans>The answer broke off here.</Trans>}
    </p>
  );
}
