import type { Subscription } from '@hearth/contracts/billing/billing';
import { DAY_MS } from '@hearth/contracts/core/days';
import { getJobs } from '#platform/jobs/index.ts';
import type { TestEngine } from './databases.ts';
import { makeTeam, signIn, type SignedIn } from './make.ts';
import { startSandbox, type TestSandbox } from './sandbox-gateway.ts';
import { startApp, type TestApp } from './start-app.ts';

export interface PayingWorld {
  api: TestApp;
  sandbox: TestSandbox;
  close(): Promise<void>;
}

/** Starts a server and a sandbox gateway that sends all its events to the server. */
export async function startPayingWorld(
  engine: TestEngine,
  env: Record<string, string> = {},
): Promise<PayingWorld> {
  const sandbox = await startSandbox({ pausesMs: [10, 20] });
  const api = await startApp(engine, { env: { ...sandbox.env, ...env } });
  sandbox.sendEventsTo(api.apiOrigin);
  return {
    api,
    sandbox,
    close: async () => {
      await sandbox.close();
      await api.close();
    },
  };
}

/** A team and its owner, with helpers for actions on its subscription. */
export class PayingTeam {
  readonly world: PayingWorld;
  owner: SignedIn;
  readonly id: string;
  /** Subscription id at the gateway. Empty before the checkout. */
  subscriptionId = '';

  constructor(world: PayingWorld, owner: SignedIn, id: string) {
    this.world = world;
    this.owner = owner;
    this.id = id;
  }

  static async make(world: PayingWorld, email: string): Promise<PayingTeam> {
    const owner = await signIn(world.api, email);
    return new PayingTeam(world, owner, (await makeTeam(owner))._id);
  }

  async post<T>(act: string, body?: object) {
    return await this.owner.post<T>(`/teams/${this.id}/subscription/${act}`, body);
  }

  async checkOut() {
    const response = await this.post<{ checkout: { subscriptionId: string; url: string; amount: number } }>(
      'checkout',
      {
        plan: 'pro',
      },
    );
    if (response.status === 201) this.subscriptionId = response.body.checkout.subscriptionId;
    return response;
  }

  /** Checks out, pays at the gateway, and submits the resulting proof of payment. */
  async pay() {
    await this.checkOut();
    const { payment: _, ...proof } = await this.world.sandbox.pay(this.subscriptionId);
    return await this.post<{ subscription: Subscription }>('confirm', proof);
  }

  /** Reads the subscription after all due jobs and events have been processed. */
  async read(): Promise<Subscription> {
    await this.settle();
    const { body } = await this.owner.get<{ subscription: Subscription }>(
      `/subscriptions/team/?teamId=${this.id}`,
    );
    return body.subscription;
  }

  async settle(): Promise<void> {
    await this.world.sandbox.deliverEvents();
    await getJobs(this.world.api.app).runDue();
  }

  /** Advances the clocks of the product and the gateway by the same time. */
  async passDays(days: number): Promise<void> {
    await this.owner.post('/dev/clock', { advanceSeconds: (days * DAY_MS) / 1000 });
    await this.settle();
    await this.comeBack();
  }

  /** Signs the owner in again because sessions expire by the product's clock. */
  async comeBack(): Promise<void> {
    this.owner = await signIn(this.world.api, this.owner.user.email);
  }

  async listAudits(): Promise<string[]> {
    const { body } = await this.owner.get<{ entries: { act: string }[] }>(
      `/teams/${this.id}/audit?limit=200`,
    );
    return body.entries.map(({ act }) => act);
  }
}
