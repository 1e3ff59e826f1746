import { defineResource } from '@/kit/resource'
import {
  useCreateProject,
  useProject,
  useProjectList,
  useUpdateProject,
  type DealerProject,
} from './api'
import { emptyProject, projectSchema, toProjectBody, toProjectForm } from './schema'
import { projectsEntity } from './entity'

export const projects = defineResource({
  ...projectsEntity,
  label: (project: DealerProject) => project.name,
  detail: (project: DealerProject) => project.description ?? '',
  defaultSort: 'name',
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
})
