import { UploadOutlined } from '@ant-design/icons'
import { defineScreen } from '@/kit/resource'
import { IMPORT_PATH } from './importPath'
import { users } from './resource'

export type { User } from './api'
export { users } from './resource'
export { groupAdminSource, userSource } from './userSources'

export const userImportScreen = defineScreen({
  key: 'userImport',
  path: IMPORT_PATH,
  icon: UploadOutlined,
  need: users.can.create,
  page: () => import('./ImportPage'),
})
