export { pickerOf } from './pickerOf'
export { PickerInput } from './PickerInput'
export { ResourcePicker } from './ResourcePicker'
export type { PickerSource } from './types'
