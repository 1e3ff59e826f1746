import { baseApi as api } from '../baseApi'
export const addTagTypes = ['System'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listResourceMeta: build.query<ListResourceMetaApiResponse, ListResourceMetaApiArg>({
        query: () => ({ url: `/api/v0/resources/meta` }),
        providesTags: ['System'],
      }),
      getServerInfo: build.query<GetServerInfoApiResponse, GetServerInfoApiArg>({
        query: () => ({ url: `/api/v0/server/info` }),
        providesTags: ['System'],
      }),
      getInstallation: build.query<GetInstallationApiResponse, GetInstallationApiArg>({
        query: () => ({ url: `/api/v0/server/installation` }),
        providesTags: ['System'],
      }),
      getServerSettings: build.query<GetServerSettingsApiResponse, GetServerSettingsApiArg>({
        query: () => ({ url: `/api/v0/server/settings` }),
        providesTags: ['System'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as systemApi }
export type ListResourceMetaApiResponse = /** status 200 Done. */ ListResourceMetaResponse
export type ListResourceMetaApiArg = void
export type GetServerInfoApiResponse = /** status 200 Done. */ ServerInfo
export type GetServerInfoApiArg = void
export type GetInstallationApiResponse = /** status 200 Done. */ Installation
export type GetInstallationApiArg = void
export type GetServerSettingsApiResponse = /** status 200 Done. */ ServerSettings
export type GetServerSettingsApiArg = void
export type FieldMeta = {
  choices: string[]
  name: string
  rules: string[]
  sortable: boolean
  /** int, text, bool, time, choice. */
  type: string
}
export type ResourceMeta = {
  fields: FieldMeta[]
  /** As the path has it: users, time-rules. */
  resource: string
}
export type ListResourceMetaResponse = {
  items: ResourceMeta[]
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
export type Pod = {
  is_ready: boolean
  name: string
  node: string | null
  /** What runs in it, as telephony. */
  part: string
  /** As Kubernetes says it: Pending, Running, Succeeded, Failed, Unknown; Terminating while it goes. */
  phase: string
  /** Why a container waits, or ended last, as CrashLoopBackOff or OOMKilled. */
  reason: string | null
  /** How often its containers began again. */
  restarts: number
  started_at: string | null
}
export type Pods = {
  /** By what runs in them. */
  items: Pod[]
  /** Why they are not known, when the API server does not say. */
  message: string
}
export type ServiceInfo = {
  /** Size of its database in bytes; unset when there is none or it does not answer. */
  database_bytes: number | null
  dead_events: number | null
  is_ready: boolean
  /** The replica that does the work that one is enough for, by the name of its pod; empty while there is none. Unset where
    replicas elect nobody, and for all but dealers. */
  leader: string | null
  /** What is missing, when it is not ready. */
  message: string
  name: string
  /** Unset when the service does not answer. */
  version: string | null
  /** Events that wait in its queue, and events that it could not take; unset when it has no queue or RabbitMQ does not
    answer. */
  waiting_events: number | null
}
export type ServerInfo = {
  /** What the services run in; unset where it is not Kubernetes, and for all but dealers. */
  pods: Pods | null
  services: ServiceInfo[]
  version: string
}
export type CertificateUse =
  | 'public_address'
  | 'rabbitmq'
  | 'redis'
  | 'files'
  | 'mqtt'
  | 'authority'
  | 'sip'
export type CertificateEnd = {
  /** Unset when it is not known: see `message`. */
  expires_at: string | null
  message: string
  /** Host and port that were asked, or the subject of an authority; the service that asks them, when it does not answer. */
  name: string
  use: CertificateUse | null
}
export type FileFolder = {
  bytes: number
  files: number
  name: string
}
export type FileStorageKind = 'folder' | 'bucket'
export type FileStorage = {
  /** Of the disk that a folder lies on; unset for a bucket. */
  disk_bytes: number | null
  /** By the folder at the top of the store. */
  folders: FileFolder[]
  free_disk_bytes: number | null
  /** False when there are more files than were counted. */
  is_complete: boolean
  kind: FileStorageKind | null
  /** Why nothing is known, when the store does not answer. */
  message: string
}
export type Installation = {
  /** The next end first. */
  certificates: CertificateEnd[]
  files: FileStorage | null
}
export type ServerSettings = {
  default_locale: string
  /** Licence features that are on for the server. */
  features: string[]
  locales: string[]
  name: string
  /** Whether somebody may register without an invitation. */
  registration: boolean
  version: string
}
export const {
  useListResourceMetaQuery,
  useLazyListResourceMetaQuery,
  useGetServerInfoQuery,
  useLazyGetServerInfoQuery,
  useGetInstallationQuery,
  useLazyGetInstallationQuery,
  useGetServerSettingsQuery,
  useLazyGetServerSettingsQuery,
} = injectedRtkApi
