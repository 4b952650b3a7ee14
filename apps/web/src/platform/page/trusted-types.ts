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
 * Installs the page's only Trusted Types policy. Component style sheets arrive through innerHTML, so text passes; anything that could open
 * a tag does not. The service worker is the only script that may be loaded by URL.
 */
export function installTrustedTypesPolicy(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypePolicyFactory };
  trustedTypes?.createPolicy('default', {
    createHTML(text, sink) {
      // Only the browser passes a DOM sink. The editor probes without one, and uses its own policy when this one refuses: pasted HTML is
      // parsed in a document that runs and loads nothing.
      if (sink === undefined) throw new TypeError('this policy is for places of the page');
      return text.includes('<') ? null : text;
    },
    createScriptURL: (text) => (text === '/sw.js' ? text : null),
  });
}
