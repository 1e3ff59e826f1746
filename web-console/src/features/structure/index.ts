export { ExportDialog } from './ExportDialog'
export { GenerateDialog } from './generate/GenerateDialog'
export { ImportDialog } from './import/ImportDialog'
export { importHandlers } from './import/progress'
