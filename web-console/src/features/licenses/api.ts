import { groupLicensesApi as generatedGroups } from '@/api/generated/group-licenses'
import { licenseReportsApi as generatedReports } from '@/api/generated/license-reports'
import { licensesApi as generatedLicenses } from '@/api/generated/licenses'
import { userLicensesApi as generatedUsers } from '@/api/generated/user-licenses'
import { baseApi } from '@/api/baseApi'

export type { Feature, License, LicenseEndPreview } from '@/api/generated/licenses'
export type { GroupLicense, GroupLicenseInput, LicenseQuota } from '@/api/generated/group-licenses'
export type { LicenseDay, UsedLicenses } from '@/api/generated/license-reports'
export type { UserLicense } from '@/api/generated/user-licenses'

/** What one group has is what others may still get: every change fetches all of them anew. */
const TAGS = ['Licenses', 'GroupLicenses', 'UserLicenses', 'LicenseReports'] as const
const changesAll = (_result: unknown, error: unknown) => (error ? [] : [...TAGS])

/** Milliseconds after a change: services learn by an event what a profile and a group may use from then on. */
const SOON = [1_000, 5_000]

type Dispatch = (action: ReturnType<typeof baseApi.util.invalidateTags>) => unknown

/** What the menu and the forms offer follows, without the page being loaded again. */
export function renewFeatures(dispatch: Dispatch) {
  for (const delay of SOON) {
    setTimeout(() => dispatch(baseApi.util.invalidateTags(['Profiles', 'Groups'])), delay)
  }
}

async function changesFeatures(
  _arg: unknown,
  { dispatch, queryFulfilled }: { dispatch: Dispatch; queryFulfilled: PromiseLike<unknown> },
) {
  const isDone = await queryFulfilled.then(
    () => true,
    () => false,
  )
  if (isDone) renewFeatures(dispatch)
}

const licensesApi = generatedLicenses.enhanceEndpoints({ addTagTypes: TAGS }).enhanceEndpoints({
  endpoints: {
    deleteLicense: { invalidatesTags: changesAll, onQueryStarted: changesFeatures },
    addCloudLicense: { invalidatesTags: changesAll, onQueryStarted: changesFeatures },
    previewLicenseEnd: { keepUnusedDataFor: 0 },
  },
})
const groupsApi = generatedGroups.enhanceEndpoints({ addTagTypes: TAGS }).enhanceEndpoints({
  endpoints: {
    updateGroupLicense: { invalidatesTags: changesAll, onQueryStarted: changesFeatures },
  },
})
const usersApi = generatedUsers.enhanceEndpoints({ addTagTypes: TAGS }).enhanceEndpoints({
  endpoints: {
    updateUserLicense: { invalidatesTags: changesAll, onQueryStarted: changesFeatures },
  },
})

/** How often what is used is asked for while it is looked at, in milliseconds. */
const POLL = 30_000
const live = { pollingInterval: POLL, skipPollingIfUnfocused: true }

export const LICENSE_TAGS = [...TAGS]
export const useLicenses = (skip: boolean) => licensesApi.useListLicensesQuery(undefined, { skip })
export const useFeatures = () => licensesApi.useListFeaturesQuery(undefined, live)
export const useLicenseStatus = () => licensesApi.useGetLicenseStatusQuery(undefined, live)
export const useEndPreview = (id: number) => licensesApi.usePreviewLicenseEndQuery({ id })
export const useGroupLicenses = (skip: boolean) =>
  groupsApi.useListGroupLicensesQuery(undefined, { ...live, skip })
export const useGroupLicense = (id: number) => groupsApi.useGetGroupLicenseQuery({ id }, live)
export const useUserLicense = (id: number) => usersApi.useGetUserLicenseQuery({ id })
export const useUsedLicenses = generatedReports.useListUsedLicensesQuery
export const useLicensesOverPeriod = generatedReports.useGetLicensesOverPeriodQuery
export const { useDeleteLicenseMutation, useAddCloudLicenseMutation } = licensesApi
export const { useUpdateGroupLicenseMutation } = groupsApi
export const { useUpdateUserLicenseMutation } = usersApi
