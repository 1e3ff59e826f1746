import { ShopOutlined } from '@ant-design/icons'
import { defineResource } from '@/kit/resource'
import {
  useCreateProject,
  useProject,
  useProjectList,
  useUpdateProject,
  type DealerProject,
} from './api'
import { emptyProject, projectSchema, toProjectBody, toProjectForm } from './schema'

const dealers = { isDealer: true } as const

export const projects = defineResource({
  key: 'projects',
  path: '/projects',
  icon: ShopOutlined,
  section: 'common',
  label: (project: DealerProject) => project.name,
  detail: (project: DealerProject) => project.description ?? '',
  defaultSort: 'name',
  // A project is suspended, never deleted.
  can: { read: dealers, create: dealers, update: dealers },
  form: {
    schema: projectSchema,
    empty: emptyProject,
    toForm: toProjectForm,
    toBody: toProjectBody,
  },
  api: {
    useList: useProjectList,
    useGet: useProject,
    useCreate: useCreateProject,
    useUpdate: useUpdateProject,
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
