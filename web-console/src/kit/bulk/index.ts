export { inBatches, runEach } from './runEach'
export { useActivation } from './useActivation'
export { useBulkRun, type BulkChange } from './useBulkRun'
