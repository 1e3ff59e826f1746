export { narrow } from './narrow'
export { useListState, type ListControl } from './useListState'
export { NO_FILTERS, type ListState } from './listState'
