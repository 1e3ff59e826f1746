import { baseApi } from '../baseApi'
import type { HandlerTable } from './handlers'

/** Messages may have been lost on the way: what is shown is fetched anew. */
export const resynchroniseHandlers: HandlerTable = {
  // The same as when the browser itself comes back online.
  resynchronise: (_data, { dispatch }) => dispatch(baseApi.internalActions.onOnline()),
}
