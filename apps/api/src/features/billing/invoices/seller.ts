import type { Config } from '#config.ts';

/** Who sells, as invoices say it. */
export interface Seller {
  name: string;
  address: string;
  state: string;
  /** null = not registered: the sandbox alone. */
  gstin: string | null;
}

const SANDBOX_SELLER: Seller = {
  name: 'Hearth (sandbox)',
  address: 'No money has moved. For trying things out only.',
  state: '29',
  gstin: null,
};

/** Until the installation says who sells. Nobody's payment is lost for that: what it issues calls itself no invoice. */
export function isSellerKnown(config: Pick<Config, 'seller'>): boolean {
  return config.seller !== undefined;
}

/** @throws Error where money moves and nobody is named who takes it */
export function sellerOf(config: Pick<Config, 'seller'>, isSandbox: boolean): Seller {
  if (isSandbox) return SANDBOX_SELLER;
  if (config.seller === undefined) throw new Error('Invoices need BILLING_NAME and the settings beside it');
  return config.seller;
}
