import type { Config } from '#config.ts';

/** The seller as stated on invoices. */
export interface Seller {
  name: string;
  address: string;
  state: string;
  /** Null if the seller is not registered, which is only possible in the sandbox. */
  gstin: string | null;
}

const SANDBOX_SELLER: Seller = {
  name: 'Hearth (sandbox)',
  address: 'No money has moved. For trying things out only.',
  state: '29',
  gstin: null,
};

/** Whether the seller is configured. Without a seller, payments are recorded, but their documents are not called invoices. */
export function isSellerKnown(config: Pick<Config, 'seller'>): boolean {
  return config.seller !== undefined;
}

/** @throws Error if no seller is configured outside of the sandbox */
export function sellerOf(config: Pick<Config, 'seller'>, isSandbox: boolean): Seller {
  if (isSandbox) return SANDBOX_SELLER;
  if (config.seller === undefined) throw new Error('Invoices require BILLING_NAME and the related settings');
  return config.seller;
}
