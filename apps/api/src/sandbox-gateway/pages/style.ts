/** Style sheet of all pages, allowed by its hash. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1d1b16; --soft: #5c5850; --paper: #fbfaf7; --card: #fff; --line: #d5d0c4;
  --accent: #9a3c12; --on-accent: #fff; --label: #7a4b00; --label-paper: #ffe9bf; --bad: #a4161a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f0ede6; --soft: #b3ada0; --paper: #181613; --card: #221f1b; --line: #4a453c;
    --accent: #f0935f; --on-accent: #1d1208; --label: #ffd98a; --label-paper: #3d2c06; --bad: #ff9d96; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
.label { margin: 0; padding: .75rem 1rem; background: var(--label-paper); color: var(--label); text-align: center; }
main { max-width: 42rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.125rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
section, .card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; margin: 0 0 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 0 1rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.amount { font-size: 1.75rem; font-weight: 600; margin: 0 0 .5rem; }
.bad { color: var(--bad); font-weight: 600; }
.soft { color: var(--soft); }
label { display: block; margin: 0 0 .75rem; }
label span { display: block; font-size: .875rem; color: var(--soft); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
input { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--soft); border-radius: .5rem; }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; margin: .5rem 0 0; }
button { min-height: 2.75rem; padding: .5rem 1rem; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--soft); border-radius: .5rem; cursor: pointer; }
button.first { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code { font-size: .875rem; overflow-wrap: anywhere; }
`;
