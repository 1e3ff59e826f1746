export { dateFormat, type DateFormat } from './format'
export { ExactTime, RelativeTime } from './RelativeTime'
export { useDateFormat } from './useDateFormat'
export { useNow } from './useNow'
