import {
  projectsApi as generated,
  type DealerProject,
  type DealerProjectInput,
  type ListProjectsResponse,
} from '@/api/generated/projects'
import { listArgs, type ListQuery } from '@/api/list'
import { changesItem, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult, UseMutation } from '@/kit/resource'

export type { DealerProject } from '@/api/generated/projects'

const projectsApi = generated.enhanceEndpoints({
  endpoints: {
    listProjects: { providesTags: providesList('Projects') },
    getProject: { providesTags: providesItem('Projects') },
    createProject: { invalidatesTags: changesList('Projects') },
    updateProject: { invalidatesTags: changesItem('Projects') },
    // Nothing of the project changes.
    startSupportSession: { invalidatesTags: [] },
  },
})

export const { useStartSupportSessionMutation, useUpdateProjectMutation } = projectsApi

/** A page of the projects that the dealer manages. */
export const useProjectList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListProjectsResponse> => projectsApi.useListProjectsQuery(listArgs(query), options)

export const useProject = (id: Id, options?: { skip?: boolean }) =>
  projectsApi.useGetProjectQuery({ id }, options)

export const useCreateProject: UseMutation<DealerProjectInput, DealerProject> = () => {
  const [create, state] = projectsApi.useCreateProjectMutation()
  return [(dealerProjectInput) => create({ dealerProjectInput }), state]
}

export const useUpdateProject: UseMutation<
  { id: Id; body: DealerProjectInput },
  DealerProject
> = () => {
  const [update, state] = projectsApi.useUpdateProjectMutation()
  return [({ id, body }) => update({ id, dealerProjectInput: body }), state]
}
