import type { MissingPart } from '@hearth/contracts/assistant/command-values';

/** Phrases of the built-in assistant, in the languages it supports. */
const ENGLISH = {
  prepared: (changes: number) =>
    changes === 1
      ? 'I prepared this change. Nothing happens until you confirm it.'
      : `I prepared ${changes} changes. Nothing happens until you confirm them.`,
  none: 'There is nothing to show.',
  tasks: (count: number) => (count === 1 ? '1 task:' : `${count} tasks:`),
  noTasks: 'No task matches.',
  count: (count: number) => (count === 1 ? '1 task matches.' : `${count} tasks match.`),
  more: (count: number) => `And ${count} more.`,
  due: 'due',
  nobody: 'nobody',
  noDue: 'no due date',
  open: 'open',
  late: 'late',
  people: 'On it:',
  notFound: 'Nothing is called that.',
  found: (query: string) => `What the team has written about “${query}”:`,
  nothingFound: (query: string) => `I found nothing about “${query}”.`,
  which: (word: string) => `Which one is “${word}”?`,
  unknown: (word: string) => `I don’t know “${word}”.`,
  near: 'Did you mean one of these?',
  missed: 'I didn’t understand that.',
  try: 'You can say:',
  undone: 'Done: the last change is taken back.',
  nothingToUndo: 'There is nothing to take back here.',
  pressConfirm: 'Press Confirm on the card: nothing is done by words alone.',
  cancelled: 'All right. Nothing was changed.',
  hello: (name: string) => `Hello ${name}. What shall we do?`,
  refused: 'That can’t be done:',
  nothingAgain: 'There is nothing to repeat yet.',
  quiet: 'Nothing changed in that time.',
  reports: { standup: 'Standup', weekly: 'Weekly report', summary: 'Summary' },
  mailed:
    'Reports are emailed every week from Analytics: open the weekly report there and choose Email weekly.',
  help: [
    'create task Call the printer by Friday',
    'assign WEB-12 to me',
    'my tasks',
    'overdue',
    'find refund policy',
    'standup',
    'undo',
  ],
  helpIntro:
    'I am the built-in assistant: commands and search, without an AI model. Changes are shown to you first. For example:',
};

type Phrases = typeof ENGLISH;

const HINDI: Phrases = {
  prepared: (changes) =>
    changes === 1
      ? 'मैंने यह बदलाव तैयार किया है। आपकी पुष्टि के बिना कुछ नहीं होगा।'
      : `मैंने ${changes} बदलाव तैयार किए हैं। आपकी पुष्टि के बिना कुछ नहीं होगा।`,
  none: 'दिखाने के लिए कुछ नहीं है।',
  tasks: (count) => `${count} कार्य:`,
  noTasks: 'कोई कार्य मेल नहीं खाता।',
  count: (count) => `${count} कार्य मेल खाते हैं।`,
  more: (count) => `और ${count}।`,
  due: 'नियत',
  nobody: 'कोई नहीं',
  noDue: 'कोई नियत तारीख नहीं',
  open: 'खुले',
  late: 'देर से',
  people: 'इस पर काम कर रहे हैं:',
  notFound: 'इस नाम का कुछ नहीं है।',
  found: (query) => `“${query}” के बारे में टीम ने यह लिखा है:`,
  nothingFound: (query) => `“${query}” के बारे में कुछ नहीं मिला।`,
  which: (word) => `“${word}” से आपका मतलब कौन सा है?`,
  unknown: (word) => `मैं “${word}” को नहीं जानता।`,
  near: 'क्या आपका मतलब इनमें से कोई है?',
  missed: 'मैं यह समझ नहीं पाया।',
  try: 'आप कह सकते हैं:',
  undone: 'हो गया: पिछला बदलाव वापस ले लिया गया।',
  nothingToUndo: 'यहाँ वापस लेने के लिए कुछ नहीं है।',
  pressConfirm: 'कार्ड पर पुष्टि करें दबाएँ: केवल कहने से कुछ नहीं होता।',
  cancelled: 'ठीक है। कुछ नहीं बदला गया।',
  hello: (name) => `नमस्ते ${name}। क्या करें?`,
  refused: 'यह नहीं हो सकता:',
  nothingAgain: 'अभी दोहराने के लिए कुछ नहीं है।',
  quiet: 'इस समय में कुछ नहीं बदला।',
  reports: { standup: 'स्टैंडअप', weekly: 'साप्ताहिक रिपोर्ट', summary: 'सारांश' },
  mailed: 'रिपोर्टें हर हफ़्ते एनालिटिक्स से ईमेल होती हैं: वहाँ साप्ताहिक रिपोर्ट खोलें और “हर हफ़्ते ईमेल करें” चुनें।',
  help: ['टास्क बनाओ प्रिंटर को फ़ोन करना', 'मेरे टास्क', 'standup', 'मदद'],
  helpIntro: 'मैं अंतर्निहित सहायक हूँ: आदेश और खोज, बिना किसी AI मॉडल के। बदलाव पहले आपको दिखाए जाते हैं। जैसे:',
};

export function phrasesOf(language: 'en' | 'hi'): Phrases {
  return language === 'hi' ? HINDI : ENGLISH;
}

/** Returns the question that asks the user for a missing parameter of a command. */
export function askForParameter(language: 'en' | 'hi', missing: MissingPart): string {
  return language === 'hi' ? MISSING_HI[missing] : MISSING_EN[missing];
}
const MISSING_EN: Record<MissingPart, string> = {
  title: 'What is it called?',
  target: 'Which task?',
  person: 'Who?',
  project: 'Which project?',
  status: 'Which status?',
  day: 'Which day?',
  priority: 'Which priority?',
  estimate: 'How much?',
  label: 'Which label?',
  text: 'What shall it say?',
  query: 'What shall I look for?',
  document: 'Which document?',
};
const MISSING_HI: Record<MissingPart, string> = {
  title: 'इसका नाम क्या है?',
  target: 'कौन सा कार्य?',
  person: 'कौन?',
  project: 'कौन सी परियोजना?',
  status: 'कौन सी स्थिति?',
  day: 'कौन सा दिन?',
  priority: 'कौन सी प्राथमिकता?',
  estimate: 'कितना?',
  label: 'कौन सा लेबल?',
  text: 'इसमें क्या लिखा हो?',
  query: 'क्या खोजूँ?',
  document: 'कौन सा दस्तावेज़?',
};

export type { Phrases };
