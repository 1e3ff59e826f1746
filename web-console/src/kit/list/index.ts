export { useListState, type ListControl } from './useListState'
export { NO_FILTERS, type ListState } from './listState'
