import type { Config } from '#config.ts';

/** The seller as named on invoices. */
export interface Seller {
  name: string;
  address: string;
  state: string;
  /** null = not registered: sandbox only. */
  gstin: string | null;
}

const SANDBOX_SELLER: Seller = {
  name: 'Hearth (sandbox)',
  address: 'No money has moved. For trying things out only.',
  state: '29',
  gstin: null,
};

/** False until the installation names its seller. No payment is lost for that: its document is not called an invoice. */
export function isSellerKnown(config: Pick<Config, 'seller'>): boolean {
  return config.seller !== undefined;
}

/** @throws Error when money moves but no seller is configured */
export function sellerOf(config: Pick<Config, 'seller'>, isSandbox: boolean): Seller {
  if (isSandbox) return SANDBOX_SELLER;
  if (config.seller === undefined) throw new Error('Invoices need BILLING_NAME and the settings beside it');
  return config.seller;
}
