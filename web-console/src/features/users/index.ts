import { UploadOutlined } from '@ant-design/icons'
import { defineScreen } from '@/kit/resource'
import { IMPORT_PATH } from './importPath'
import { usersEntity } from './entity'

export type { User } from './api'
export { usersEntity } from './entity'
export { users } from './resource'
export { groupAdminSource, userSource } from './userSources'

export const userImportScreen = defineScreen({
  key: 'userImport',
  path: IMPORT_PATH,
  icon: UploadOutlined,
  need: usersEntity.can.create,
  page: () => import('./ImportPage'),
})
