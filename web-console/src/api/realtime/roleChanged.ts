import { baseApi } from '../baseApi'
import type { HandlerTable } from './handlers'

/** When the rights of the own role change, the profile is fetched again. */
export const roleChangedHandlers: HandlerTable = {
  RoleChangedEvent: (data, { dispatch, profile }) => {
    if (data.roleId === profile()?.role?.id) dispatch(baseApi.util.invalidateTags(['Profiles']))
  },
}
