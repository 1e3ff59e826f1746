import { ApartmentOutlined } from '@ant-design/icons'
import { defineResource } from '@/kit/resource'
import { GROUP_EDIT } from './access'
import { useCreateGroup, useGroup, useGroupList, useUpdateGroup, type Group } from './api'
import { emptyGroup, groupSchema, toGroupBody, toGroupForm } from './schema'

export const groups = defineResource({
  key: 'groups',
  path: '/groups',
  icon: ApartmentOutlined,
  section: 'users',
  label: (group: Group) => group.name,
  detail: (group: Group) => group.path.map(({ name }) => name).join(' / '),
  defaultSort: 'name',
  can: {
    create: { any: ['can_create_root_domain', 'can_create_descendant_domain'] },
    update: GROUP_EDIT,
    remove: { any: ['can_delete_all_server_domains', 'can_delete_domain'] },
  },
  form: { schema: groupSchema, empty: emptyGroup, toForm: toGroupForm, toBody: toGroupBody },
  api: {
    useList: useGroupList,
    useGet: useGroup,
    useCreate: useCreateGroup,
    useUpdate: useUpdateGroup,
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
