import type { NoticeTexts } from './texts.ts';

export const EN: NoticeTexts = {
  receipt: ({ team, amount, document: { number, from, until } }) => ({
    subject: `Receipt ${number} for ${team}`,
    paragraphs: [
      `Thank you. We received ${amount} for Hearth Pro in “${team}”, for ${from} to ${until}.`,
      `Invoice ${number} is attached.`,
    ],
    button: 'Open billing',
  }),
  refund: ({ team, amount, document: { number, credited } }) => ({
    subject: `Refund of ${amount} for ${team}`,
    paragraphs: [
      `We’ve paid ${amount} back for “${team}”. It goes to the card or account that paid; most banks show it within 5 to 7 working days.`,
      `Credit note ${number} for invoice ${credited} is attached. Pro has ended, and nothing was deleted.`,
    ],
    button: 'Open billing',
  }),
  charge: ({ team, amount, date, method }) => ({
    subject: `Pro for ${team} renews on ${date}`,
    paragraphs: [
      method === ''
        ? `On ${date}, ${amount} is charged for Hearth Pro in “${team}”, tax included.`
        : `On ${date}, ${amount} is charged to ${method} for Hearth Pro in “${team}”, tax included.`,
      'You don’t need to do anything. If you’d rather stop, cancel before that day: nothing more is charged.',
    ],
    button: 'Open billing',
  }),
  failed: ({ team, amount, grace }, stage) => ({
    subject:
      stage === 'last'
        ? `Pro for ${team} ends on ${grace} unless it’s paid`
        : `A payment for ${team} didn’t go through`,
    paragraphs: [
      stage === 'first'
        ? `The payment of ${amount} for “${team}” didn’t go through. We’ll try again over the next few days.`
        : `The payment of ${amount} for “${team}” still hasn’t gone through.`,
      `Everything stays as it is while the bank tries again, until ${grace} at the latest. Check the card or choose another way to pay, and nothing changes for your team.`,
    ],
    button: 'Fix the payment',
  }),
  lapse: ({ team }) => ({
    subject: `Pro has ended for ${team}`,
    paragraphs: [
      `“${team}” is on the Trial plan now. Nothing was deleted: everything can still be read, edited and exported.`,
      'New items wait until there’s room on Trial. If more people edit than it has seats, choose in billing who goes on.',
    ],
    button: 'Get Pro back',
  }),
  cancelled: ({ team, date }) => ({
    subject: `Pro for ${team} ends on ${date}`,
    paragraphs: [
      `Pro for “${team}” is cancelled. It stays until ${date}, and nothing more is charged.`,
      'After that nothing is deleted: everything can still be read, edited and exported, and new items wait until there’s room on Trial. Until then you can change your mind.',
    ],
    button: 'Open billing',
  }),
  card: ({ team, method, month }) => ({
    subject: `The card that pays for ${team} expires soon`,
    paragraphs: [
      `${method} expires at the end of ${month}. Put another card in its place, so that Pro in “${team}” goes on without a break.`,
    ],
    button: 'Change the card',
  }),
  upgradeRequest: ({ team, requester }) => ({
    subject: `${requester} asks for Pro in ${team}`,
    paragraphs: [
      `${requester} would like “${team}” to have Hearth Pro. As an owner you can choose it.`,
      'You see what it gives and what it costs before anything is paid.',
    ],
    button: 'See Pro',
  }),
  whyReceipt: 'You get this because you own the team or were named for its receipts.',
  whyOwner: 'You get this because you own the team or look after its bills.',
};
