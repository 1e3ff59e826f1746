export { inBatches, runEach } from './runEach'
export { useActivation } from './useActivation'
export { useBulkRefs } from './useBulkRefs'
export { useBulkRun, type BulkChange } from './useBulkRun'
