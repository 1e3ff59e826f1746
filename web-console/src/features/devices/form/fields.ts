import { typedFields } from '@/kit/form'
import type { DeviceForm } from '../schema'

/** The kit's fields over the values of a device. */
export const F = typedFields<DeviceForm>()

/** What every tab of the form takes. */
export interface TabProps {
  /** Why nothing can be changed. */
  readOnly: string | false
}
