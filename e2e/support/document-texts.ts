const LONG =
  'Ask every supplier of the last three years for a new quote, put the answers side by side and tell the others';
const UNBROKEN = 'https://example.com/plans/2026/spring/quotations-and-their-answers-of-all-suppliers';

/** Markdown with every block type, each with overlong content. */
export const LONG_MARKDOWN = `# ${UNBROKEN}

${LONG} ${UNBROKEN}

## Lists

- ${LONG}
  - ${UNBROKEN}
    - ${LONG}

999. ${LONG}

- [ ] ${LONG}
- [x] ${UNBROKEN}

> ${LONG} ${UNBROKEN}

> [!WARNING]
> ${LONG} ${UNBROKEN}

<details><summary>${LONG}</summary>

${UNBROKEN}

</details>

\`\`\`ts
const address = '${UNBROKEN}?with=more&than=fits&into=one&line=of&a=phone';
\`\`\`

### A table

| Supplier | ${LONG} | Price | Since | Who | Where | Answered |
| --- | --- | --- | --- | --- | --- | --- |
| ${UNBROKEN} | ${LONG} | 1,000,000.00 | 2026-01-05 | Kim Park 1 | Somewhere | yes |

---

**Bold**, *italic*, ~~struck~~, \`code\` and a [link](${UNBROKEN}).
`;
