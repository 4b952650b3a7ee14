import type { Phrasing } from './phrasing-context.ts';

export const CREATE_PHRASINGS: readonly Phrasing[] = [
  ['create task Buy milk', 'create: Buy milk'],
  ['add a task to call the bank tomorrow', 'create: call the bank | due 2026-11-19'],
  ['New task: Fix login page', 'create: Fix login page'],
  [
    'please create a task "Send invoice to Acme" for Asha by Friday',
    'create: Send invoice to Acme | @Asha Verma | due 2026-11-20',
  ],
  [
    'Can you add "Update pricing page" to Website, high priority?',
    'create: Update pricing page | in Website | high',
  ],
  [
    'hey, add a todo for Ravi: check the backups every monday',
    'create: check the backups | @Ravi Kumar | schedule WEEKLY;BYDAY=MO',
  ],
  [
    'create task Fix header in Website for asha due friday high #bug',
    'create: Fix header | in Website | @Asha Verma | due 2026-11-20 | high | +Bug',
  ],
  [
    'add task Write tests @asha !urgent +design ~3',
    'create: Write tests | @Asha Verma | urgent | ~3 | +design',
  ],
  ['remind me to pay rent tomorrow at 9am', 'create: pay rent | @Dev Menon | due 2026-11-19T03:30:00.000Z'],
  ['create a new urgent task: server is down', 'create: server is down | urgent'],
  [
    'make a task called Draft the Q4 budget, assign it to Priya, due next monday',
    'create: Draft the Q4 budget | @Priya Nair | due 2026-11-23',
  ],
  ['I need to add a task: renew the domain by 12 december', 'create: renew the domain | due 2026-12-12'],
  ['add Ship v2.1 at 3 as a task', 'create: Ship v2.1 at 3'],
  [
    'create task Call Sun Microsystems about the contract',
    'create: Call Sun Microsystems about the contract',
  ],
  ['create project Apollo', 'create project: Apollo'],
  ['start a new project called "Diwali sale"', 'create project: Diwali sale'],
  ['new doc Meeting with Acme', 'create document: Meeting with Acme'],
  [
    'create a document "Sprint 12 retro" from template retrospective',
    'create document: Sprint 12 retro | from retrospective',
  ],
  ['write a new page called Hiring plan in Sales', 'create document: Hiring plan | in Sales'],
  ['new meeting notes: Weekly sync', 'create document: Weekly sync | from meetingNotes'],
  ['plan a project to launch the new shop', 'plan: launch the new shop'],
  ['Plan project Hackathon', 'plan: Hackathon'],
  [
    'create tasks:\n- Book hotel\n- Buy tickets by friday\n- Pack bags @asha',
    'create: Book hotel || Buy tickets | due 2026-11-20 || Pack bags | @Asha Verma',
  ],
  [
    'add these tasks to Website for Ravi\n1. Fix footer\n2. Fix header\n3. Add sitemap !high',
    'create: Fix footer | in Website | @Ravi Kumar || Fix header | in Website | @Ravi Kumar || Add sitemap | in Website | @Ravi Kumar | high',
  ],
  ['create 3 tasks: wash car, buy flowers, call mom', 'create: wash car || buy flowers || call mom'],
  ['Add task for Bob: update docs', 'which person Bob: Bob Reed / Bob Stone'],
  ['cretae task Fix the search box', 'create: Fix the search box'],
  ['ad task review PR 45 for me', 'create: review PR 45 | @Dev Menon'],
  ['create task', 'missing title'],
  ['add a task for Zorro to check the logs', 'unknown person Zorro'],
  ['create a bug in Mobile app: crash on start', 'create: crash on start | in Mobile app | +Bug'],
  [
    'task banao: website ka header theek karna hai kal tak',
    'create: website ka header theek karna hai | due 2026-11-19',
  ],
  [
    'Asha ke liye ek task banao report bhejna shukravar tak',
    'create: report bhejna | @Asha Verma | due 2026-11-20',
  ],
  ['naya task add karo: client ko call karna, high priority', 'create: client ko call karna | high'],
  ['एक काम बनाओ: दूध खरीदना कल', 'create: दूध खरीदना | due 2026-11-19'],
  ['नया टास्क बनाओ रिपोर्ट भेजना शुक्रवार तक', 'create: रिपोर्ट भेजना | due 2026-11-20'],
  ['कृपया आशा के लिए काम जोड़ो: वेबसाइट की जाँच', 'create: वेबसाइट की जाँच | @Asha Verma'],
  ['नया प्रोजेक्ट बनाओ दिवाली सेल', 'create project: दिवाली सेल'],
  ['Website project mein ek task add karo: footer fix', 'create: footer fix | in Website'],
  ['ek naya document banao Onboarding checklist', 'create document: Onboarding checklist'],
  ['मुझे याद दिलाओ कल सुबह 9 बजे बैंक जाना', 'create: बैंक जाना | @Dev Menon | due 2026-11-19T03:30:00.000Z'],
  ['दस्तावेज़ बनाओ बैठक की योजना', 'create document: बैठक की योजना'],
  ['create task Prepare Friday demo', 'create: Prepare Friday demo'],
  ['todo: water the plants every 3 days', 'create: water the plants | schedule DAILY;INTERVAL=3'],
  ['add a label called urgent-fix', 'create label: urgent-fix'],
  [
    'Could you create a ticket for Priya in Sales to follow up with Acme by next friday, please?',
    'create: follow up with Acme | in Sales | @Priya Nair | due 2026-11-27',
  ],
];
