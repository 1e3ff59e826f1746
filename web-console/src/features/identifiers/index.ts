import { UploadOutlined } from '@ant-design/icons'
import { defineScreen } from '@/kit/resource'
import { IMPORT_PATH } from './importPath'

export { identifiersEntity } from './entity'
export { identifiers } from './resource'
export { IdentifierStatusTag } from './IdentifierStatusTag'
export { IdentifierTypeTag } from './IdentifierTypeTag'
export { IdentifierValue } from './IdentifierValue'
export { QrPicture } from './QrPicture'
export { WalletButtons } from './WalletButtons'
export { useIdentifier, useIdentifierList, type Identifier } from './api'
export { useRevocation } from './useRevocation'
export { valueProblem } from './schema'

export const identifierImportScreen = defineScreen({
  key: 'identifierImport',
  path: IMPORT_PATH,
  icon: UploadOutlined,
  need: { any: ['can_import_identifiers'] },
  page: () => import('./ImportPage'),
})
