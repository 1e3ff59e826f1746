export { Glyph } from './Glyph'
export { NativeAlert } from './NativeAlert'
export { NativeButton } from './NativeButton'
export { NativeCheckbox, NativePasswordField, NativeTextField } from './NativeField'
