const LIMIT_MS = 10_000;

/** Posts to the product at the configured address. Returns the response status, or null if there was no response in time. */
export async function postToProduct(
  url: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Razorpay-Webhook/v1 (sandbox)',
        ...headers,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}
