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
 * Installs the page's only Trusted Types policy. Component style sheets are inserted through innerHTML, so text passes; strings that could
 * open a tag are rejected. The service worker is the only script that may be loaded by URL.
 */
export function installTrustedTypesPolicy(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypePolicyFactory };
  trustedTypes?.createPolicy('default', {
    createHTML(text, sink) {
      // Only the browser passes the name of a DOM sink. The editor probes without one and falls back to its own policy when this one
      // throws: it parses pasted HTML in an inert document, which runs and loads nothing.
      if (sink === undefined) throw new TypeError('this policy only handles DOM sinks');
      return text.includes('<') ? null : text;
    },
    createScriptURL: (text) => (text === '/sw.js' ? text : null),
  });
}
