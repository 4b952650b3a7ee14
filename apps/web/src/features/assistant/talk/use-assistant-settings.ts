import type { AssistantSettings } from '@hearth/contracts/assistant/assistant';
import { call } from '#platform/api/api-client.ts';
import { useRequest, type Requested } from '#platform/api/use-request.ts';
import { useTeamStore } from '#platform/sync/index.ts';

/**
 * Requests the team's assistant settings, which include the answering model and its quota.
 * @param of refetches when this value changes
 */
export function useAssistantSettings(of = ''): Requested<AssistantSettings> {
  const { teamId } = useTeamStore();
  return useRequest(`${teamId} ${of}`, async (signal) => {
    const { settings } = await call('GET /teams/{teamId}/assistant/settings', {
      params: { teamId },
      ...(signal === undefined ? {} : { signal }),
    });
    return settings;
  });
}
