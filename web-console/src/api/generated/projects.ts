import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Projects'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listProjects: build.query<ListProjectsApiResponse, ListProjectsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/projects`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['Projects'],
      }),
      createProject: build.mutation<CreateProjectApiResponse, CreateProjectApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/projects`,
          method: 'PUT',
          body: queryArg.dealerProjectInput,
        }),
        invalidatesTags: ['Projects'],
      }),
      getProject: build.query<GetProjectApiResponse, GetProjectApiArg>({
        query: (queryArg) => ({ url: `/api/v0/projects/${queryArg.id}` }),
        providesTags: ['Projects'],
      }),
      updateProject: build.mutation<UpdateProjectApiResponse, UpdateProjectApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/projects/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.dealerProjectInput,
        }),
        invalidatesTags: ['Projects'],
      }),
      startSupportSession: build.mutation<
        StartSupportSessionApiResponse,
        StartSupportSessionApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/projects/${queryArg.id}/support-session`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Projects'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as projectsApi }
export type ListProjectsApiResponse = /** status 200 Done. */ ListProjectsResponse
export type ListProjectsApiArg = {
  page?: number
  size?: number
  sort?: string
  filters?: string
  with?: string[]
  search?: string
}
export type CreateProjectApiResponse = /** status 200 Done. */ DealerProject
export type CreateProjectApiArg = {
  dealerProjectInput: DealerProjectInput
}
export type GetProjectApiResponse = /** status 200 Done. */ DealerProject
export type GetProjectApiArg = {
  id: number
}
export type UpdateProjectApiResponse = /** status 200 Done. */ DealerProject
export type UpdateProjectApiArg = {
  id: number
  dealerProjectInput: DealerProjectInput
}
export type StartSupportSessionApiResponse = /** status 200 Done. */ Session
export type StartSupportSessionApiArg = {
  id: number
  body: {
    /** 5 to 480; 0 means 60. */
    minutes?: number
    /** 1 to 500 characters, for the project's audit log. */
    reason?: string
  }
}
export type ProjectAdministrator = {
  email: string
  name: string
}
export type ProjectCounts = {
  /** Null while the service that holds them does not answer. */
  devices: number | null
  domains: number
  identifiers: number | null
  users: number
}
export type DealerProject = {
  /** In CreateProject only. */
  administrator: ProjectAdministrator | null
  /** For reading. */
  counts: ProjectCounts | null
  created_at: string | null
  /** Up to 1,000 characters. */
  description: string | null
  id: number
  is_suspended: boolean
  /** en or ru: of what the platform says by itself. */
  locale: string | null
  /** 1 to 100 characters. */
  name: string
  /** IANA name; UTC where it is absent. */
  time_zone: string | null
  uid: string
}
export type ListProjectsResponse = {
  items: DealerProject[]
  page: number
  size: number
  total: number
}
export type Error = {
  /** Stable; for programs. */
  code: string
  /** Messages by the path of a field; names of related entities; errors of rows. */
  data?: {
    fields?: {
      [key: string]: string
    }
    names?: string[]
    rows?: {
      field: string
      index: number
      message: string
    }[]
  } | null
  /** A sentence of the catalogue, lower case. */
  message: string
}
export type ProjectAdministratorInput = {
  email?: string
  name?: string
}
export type ProjectCountsInput = {
  /** Null while the service that holds them does not answer. */
  devices?: number | null
  domains?: number
  identifiers?: number | null
  users?: number
}
export type DealerProjectInput = {
  /** In CreateProject only. */
  administrator?: ProjectAdministratorInput | null
  /** For reading. */
  counts?: ProjectCountsInput | null
  created_at?: string | null
  /** Up to 1,000 characters. */
  description?: string | null
  id?: number
  is_suspended?: boolean
  /** en or ru: of what the platform says by itself. */
  locale?: string | null
  /** 1 to 100 characters. */
  name?: string
  /** IANA name; UTC where it is absent. */
  time_zone?: string | null
  uid?: string
}
export type Project = {
  description: string
  id: number
  /** Whether a dealer's support session leads there. */
  is_support: boolean
  name: string
  /** Public identifier, a UUID. */
  uid: string
}
export type Session = {
  project: Project | null
  /** Refresh token: opaque, valid once. */
  refresh: string
  /** Access token: EdDSA JWT, valid 10 minutes. */
  token: string
}
export const {
  useListProjectsQuery,
  useLazyListProjectsQuery,
  useCreateProjectMutation,
  useGetProjectQuery,
  useLazyGetProjectQuery,
  useUpdateProjectMutation,
  useStartSupportSessionMutation,
} = injectedRtkApi
