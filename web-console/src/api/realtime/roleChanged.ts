import { generatedApi } from '../generated/endpoints'
import type { HandlerTable } from './handlers'

/** When the rights of the own role change, the profile is fetched again. */
export const roleChangedHandlers: HandlerTable = {
  RoleChangedEvent: (data, { dispatch, profile }) => {
    if (data.roleId === profile()?.role?.id)
      dispatch(generatedApi.util.invalidateTags(['Profiles']))
  },
}
