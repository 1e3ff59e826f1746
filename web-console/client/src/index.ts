/** The API of Vestibule. Each operation is a function; the last argument says which platform, and as whom. */
export * from './operations.js'
export { failureOf, fieldsOf } from './failure.js'
export { filters, rowsOf } from './list.js'
export { anonymous, signIn, withToken, type Site } from './site.js'
export { HttpError } from '@oazapfts/runtime'
