interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: {
      createHTML: (text: string, sink?: string) => string | null;
      createScriptURL: (text: string) => string | null;
    },
  ): unknown;
}

/**
 * Installs the page's only Trusted Types policy. Component style sheets are inserted through innerHTML, so plain text passes, but strings
 * that could open a tag are rejected. The service worker is the only script that may be loaded by URL.
 */
export function installTrustedTypesPolicy(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypePolicyFactory };
  trustedTypes?.createPolicy('default', {
    createHTML(text, sink) {
      // Only the browser passes the name of a DOM sink. The editor calls the policy without a name and falls back to its own policy if this
      // one throws. It parses pasted HTML in an inert document that runs and loads nothing.
      if (sink === undefined) throw new TypeError('this policy only handles DOM sinks');
      return text.includes('<') ? null : text;
    },
    createScriptURL: (text) => (text === '/sw.js' ? text : null),
  });
}
