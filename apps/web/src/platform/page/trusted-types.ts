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
 * Installs the page's only Trusted Types policy. Style sheets of components arrive through innerHTML, so text
 * passes; anything that could open a tag does not. The service worker is the only script that may be loaded
 * by its address.
 */
export function installTrustedTypesPolicy(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypePolicyFactory };
  trustedTypes?.createPolicy('default', {
    createHTML(text, sink) {
      // Only the browser asks for a place of the DOM. The editor asks by itself, and takes its own policy when it may not:
      // what is pasted is read in a document that runs and loads nothing.
      if (sink === undefined) throw new TypeError('this policy is for places of the page');
      return text.includes('<') ? null : text;
    },
    createScriptURL: (text) => (text === '/sw.js' ? text : null),
  });
}
