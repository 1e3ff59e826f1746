import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Generation'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      planGroups: build.mutation<PlanGroupsApiResponse, PlanGroupsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domains/${queryArg.id}/generate`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Generation'],
      }),
      saveGroupPlan: build.mutation<SaveGroupPlanApiResponse, SaveGroupPlanApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domains/${queryArg.id}/generated`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Generation'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as generationApi }
export type PlanGroupsApiResponse = /** status 200 Done. */ GroupPlan
export type PlanGroupsApiArg = {
  id: number
  body: {
    apartment_name?: string
    /** Apartments of each floor, 0 to 99. */
    apartments?: number
    /** Names, with {n} for the number: "House {n}". Where one is empty the type's name and the number. */
    building_name?: string
    /** 0 to 500; 0: entrances are made in the group itself, which must then be a building. */
    buildings?: number
    /** Number of the first apartment. */
    first_apartment?: number
    /** Number of the first building, 1 to 9,999. */
    first_building?: number
    /** Number of the first floor. */
    first_floor?: number
    /** Number of the first entrance. */
    first_unit?: number
    floor_name?: string
    /** Floors of each entrance, 0 to 99. */
    floors?: number
    numbering?: Numbering | null
    unit_name?: string
    /** Entrances of each building, 0 to 100; 0: none, floors lie in the building. */
    units?: number
  }
}
export type SaveGroupPlanApiResponse = /** status 200 Done. */ SaveGroupPlanResponse
export type SaveGroupPlanApiArg = {
  id: number
  body: {
    items?: PlannedGroupInput[]
  }
}
export type PlanCounts = {
  apartments: number
  buildings: number
  floors: number
  /** Groups with an obstacle. */
  obstacles: number
  units: number
}
export type PlannedGroup = {
  domain_type_id: number
  /** Within the plan, from 1. */
  key: number
  logic_address: string | null
  name: string
  /** Why it cannot be saved, in the catalogue's words; null where it can. Ignored on input. */
  obstacle: string | null
  /** The key of the parent; 0 for the group that is generated in. */
  parent_key: number
}
export type GroupPlan = {
  counts: PlanCounts | null
  /** Parents before children. */
  items: PlannedGroup[]
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
export type Numbering = 'building' | 'unit' | 'floor'
export type SaveGroupPlanResponse = {
  created: number
}
export type PlannedGroupInput = {
  domain_type_id?: number
  /** Within the plan, from 1. */
  key?: number
  logic_address?: string | null
  name?: string
  /** Why it cannot be saved, in the catalogue's words; null where it can. Ignored on input. */
  obstacle?: string | null
  /** The key of the parent; 0 for the group that is generated in. */
  parent_key?: number
}
export const { usePlanGroupsMutation, useSaveGroupPlanMutation } = injectedRtkApi
