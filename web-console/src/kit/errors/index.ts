export { useErrorText, useServerMessage } from './useErrorText'
