import { baseApi as api } from '../baseApi'
export const addTagTypes = [
  'AccessMatrix',
  'Amenities',
  'Announces',
  'AuditEvents',
  'Users',
  'Backups',
  'CallHistory',
  'Conversations',
  'DeviceForwards',
  'Structures',
  'Groups',
  'EmergencyAlerts',
  'Events',
  'ElevatorEvents',
  'GuestAccess',
  'Identifiers',
  'Licenses',
  'EventImages',
  'Profiles',
  'LicenseReports',
  'Broker',
  'DeviceAdoptions',
  'Settings',
  'Sites',
] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      downloadAccessMatrix: build.query<
        DownloadAccessMatrixApiResponse,
        DownloadAccessMatrixApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/access-matrix/download`,
          params: {
            export_format: queryArg.exportFormat,
            filters: queryArg.filters,
            sort: queryArg.sort,
            search: queryArg.search,
            at: queryArg.at,
            device_id: queryArg.deviceId,
            lock_number: queryArg.lockNumber,
            state: queryArg.state,
            access_rule_id: queryArg.accessRuleId,
            device_domain_id: queryArg.deviceDomainId,
          },
        }),
        providesTags: ['AccessMatrix'],
      }),
      setAmenityImage: build.mutation<SetAmenityImageApiResponse, SetAmenityImageApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/amenities/${queryArg.id}/image`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Amenities'],
      }),
      setAmenityTermsOfUse: build.mutation<
        SetAmenityTermsOfUseApiResponse,
        SetAmenityTermsOfUseApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/amenities/${queryArg.id}/terms-of-use`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Amenities'],
      }),
      getAmenityFile: build.query<GetAmenityFileApiResponse, GetAmenityFileApiArg>({
        query: (queryArg) => ({ url: `/api/v0/amenity-files/${queryArg.key}` }),
        providesTags: ['Amenities'],
      }),
      exportAnnounce: build.query<ExportAnnounceApiResponse, ExportAnnounceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/announces/${queryArg.id}/export`,
          params: {
            export_format: queryArg.exportFormat,
          },
        }),
        providesTags: ['Announces'],
      }),
      downloadAuditEvents: build.query<DownloadAuditEventsApiResponse, DownloadAuditEventsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/audit-events/download`,
          params: {
            export_format: queryArg.exportFormat,
            filters: queryArg.filters,
            sort: queryArg.sort,
            search: queryArg.search,
          },
        }),
        providesTags: ['AuditEvents'],
      }),
      getAvatar: build.query<GetAvatarApiResponse, GetAvatarApiArg>({
        query: (queryArg) => ({ url: `/api/v0/avatars/${queryArg.key}` }),
        providesTags: ['Users'],
      }),
      applyBackupFile: build.mutation<ApplyBackupFileApiResponse, ApplyBackupFileApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/backups/apply`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Backups'],
      }),
      downloadBackup: build.query<DownloadBackupApiResponse, DownloadBackupApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/backups/${queryArg.id}/download`,
        }),
        providesTags: ['Backups'],
      }),
      downloadCallHistory: build.query<DownloadCallHistoryApiResponse, DownloadCallHistoryApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/call-history/download`,
          params: {
            export_format: queryArg.exportFormat,
            filters: queryArg.filters,
            sort: queryArg.sort,
            search: queryArg.search,
          },
        }),
        providesTags: ['CallHistory'],
      }),
      uploadConversationPicture: build.mutation<
        UploadConversationPictureApiResponse,
        UploadConversationPictureApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/conversations/pictures`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Conversations'],
      }),
      getConversationPicture: build.query<
        GetConversationPictureApiResponse,
        GetConversationPictureApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/conversations/${queryArg.id}/pictures/${queryArg.key}`,
          params: {
            session_id: queryArg.sessionId,
            expires: queryArg.expires,
            signature: queryArg.signature,
            is_thumbnail: queryArg.isThumbnail,
          },
        }),
        providesTags: ['Conversations'],
      }),
      downloadDeviceForwards: build.query<
        DownloadDeviceForwardsApiResponse,
        DownloadDeviceForwardsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/devices/${queryArg.id}/forwards`,
        }),
        providesTags: ['DeviceForwards'],
      }),
      exportStructure: build.query<ExportStructureApiResponse, ExportStructureApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domains/${queryArg.id}/export/structure`,
          params: {
            domain_type: queryArg.domainType,
            tz_offset: queryArg.tzOffset,
          },
        }),
        providesTags: ['Structures'],
      }),
      importStructure: build.mutation<ImportStructureApiResponse, ImportStructureApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domains/${queryArg.id}/import/structure`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Structures'],
      }),
      setGroupLogo: build.mutation<SetGroupLogoApiResponse, SetGroupLogoApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domains/${queryArg.id}/whitelabel/logo`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Groups'],
      }),
      getEmergencyAlertAudio: build.query<
        GetEmergencyAlertAudioApiResponse,
        GetEmergencyAlertAudioApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/emergency-alert-audio/${queryArg.filename}`,
          params: {
            subject: queryArg.subject,
            expires: queryArg.expires,
            signature: queryArg.signature,
          },
        }),
        providesTags: ['EmergencyAlerts'],
      }),
      uploadEmergencyAlertFile: build.mutation<
        UploadEmergencyAlertFileApiResponse,
        UploadEmergencyAlertFileApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/emergency-alerts/file`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['EmergencyAlerts'],
      }),
      downloadAccessControlEvents: build.query<
        DownloadAccessControlEventsApiResponse,
        DownloadAccessControlEventsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/events/access-control/download`,
          params: {
            export_format: queryArg.exportFormat,
            filters: queryArg.filters,
            sort: queryArg.sort,
            search: queryArg.search,
          },
        }),
        providesTags: ['Events'],
      }),
      downloadDeviceEvents: build.query<
        DownloadDeviceEventsApiResponse,
        DownloadDeviceEventsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/events/devices/download`,
          params: {
            export_format: queryArg.exportFormat,
            filters: queryArg.filters,
            sort: queryArg.sort,
            search: queryArg.search,
          },
        }),
        providesTags: ['Events'],
      }),
      downloadElevatorEvents: build.query<
        DownloadElevatorEventsApiResponse,
        DownloadElevatorEventsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/events/elevators/download`,
          params: {
            export_format: queryArg.exportFormat,
            filters: queryArg.filters,
            sort: queryArg.sort,
            search: queryArg.search,
          },
        }),
        providesTags: ['ElevatorEvents'],
      }),
      getGuestPass: build.query<GetGuestPassApiResponse, GetGuestPassApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/guest-access/${queryArg.key}/pkpass`,
        }),
        providesTags: ['GuestAccess'],
      }),
      getGuestQr: build.query<GetGuestQrApiResponse, GetGuestQrApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/guest-access/${queryArg.key}/qr`,
        }),
        providesTags: ['GuestAccess'],
      }),
      exportIdentifiers: build.query<ExportIdentifiersApiResponse, ExportIdentifiersApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/identifiers/export`,
          params: {
            export_format: queryArg.exportFormat,
            filters: queryArg.filters,
            sort: queryArg.sort,
            search: queryArg.search,
          },
        }),
        providesTags: ['Identifiers'],
      }),
      importIdentifiers: build.mutation<ImportIdentifiersApiResponse, ImportIdentifiersApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/identifiers/import`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Identifiers'],
      }),
      setIdentifierPhoto: build.mutation<SetIdentifierPhotoApiResponse, SetIdentifierPhotoApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/identifiers/${queryArg.id}/photo`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Identifiers'],
      }),
      getIdentifierPass: build.query<GetIdentifierPassApiResponse, GetIdentifierPassApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/identifiers/${queryArg.id}/pkpass`,
        }),
        providesTags: ['Identifiers'],
      }),
      getIdentifierQr: build.query<GetIdentifierQrApiResponse, GetIdentifierQrApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/identifiers/${queryArg.id}/qr`,
          params: {
            format: queryArg.format,
            size: queryArg.size,
          },
        }),
        providesTags: ['Identifiers'],
      }),
      addLicenseFile: build.mutation<AddLicenseFileApiResponse, AddLicenseFileApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/licenses/file`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Licenses'],
      }),
      getLogo: build.query<GetLogoApiResponse, GetLogoApiArg>({
        query: (queryArg) => ({ url: `/api/v0/logos/${queryArg.key}` }),
        providesTags: ['Groups'],
      }),
      getEventImage: build.query<GetEventImageApiResponse, GetEventImageApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/logs/storage/${queryArg.path}`,
          params: {
            session_id: queryArg.sessionId,
            expires: queryArg.expires,
            signature: queryArg.signature,
          },
        }),
        providesTags: ['EventImages'],
      }),
      setProfileAvatar: build.mutation<SetProfileAvatarApiResponse, SetProfileAvatarApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/profile/avatar`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Profiles'],
      }),
      downloadUsedLicenses: build.query<
        DownloadUsedLicensesApiResponse,
        DownloadUsedLicensesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/reports/licenses/used/download`,
          params: {
            export_format: queryArg.exportFormat,
            search: queryArg.search,
            domain_id: queryArg.domainId,
          },
        }),
        providesTags: ['LicenseReports'],
      }),
      setBrokerSettings: build.mutation<SetBrokerSettingsApiResponse, SetBrokerSettingsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/settings/broker`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Broker'],
      }),
      importDeviceBackup: build.mutation<ImportDeviceBackupApiResponse, ImportDeviceBackupApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/settings/device-backup-import`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['DeviceAdoptions'],
      }),
      setProjectLogo: build.mutation<SetProjectLogoApiResponse, SetProjectLogoApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/settings/whitelabel/logo`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Settings'],
      }),
      exportSite: build.query<ExportSiteApiResponse, ExportSiteApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/site`,
          params: {
            entities: queryArg.entities,
            group_id: queryArg.groupId,
            compact: queryArg.compact,
            codes: queryArg.codes,
          },
        }),
        providesTags: ['Sites'],
      }),
      applySite: build.mutation<ApplySiteApiResponse, ApplySiteApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/site/apply`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Sites'],
      }),
      planSite: build.mutation<PlanSiteApiResponse, PlanSiteApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/site/plan`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Sites'],
      }),
      exportUsers: build.query<ExportUsersApiResponse, ExportUsersApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/users/export`,
          params: {
            domain_ids: queryArg.domainIds,
            format: queryArg.format,
          },
        }),
        providesTags: ['Users'],
      }),
      importUsers: build.mutation<ImportUsersApiResponse, ImportUsersApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/users/import`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Users'],
      }),
      setUserAvatar: build.mutation<SetUserAvatarApiResponse, SetUserAvatarApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/users/${queryArg.id}/avatar`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Users'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as filesApi }
export type DownloadAccessMatrixApiResponse = /** status 200 A file. */ Blob
export type DownloadAccessMatrixApiArg = {
  exportFormat?: ExportFormat
  /** As in GET /access-matrix. */
  filters?: string
  sort?: string
  search?: string
  at?: string
  deviceId?: number
  lockNumber?: number
  state?: AccessCellState
  accessRuleId?: number
  deviceDomainId?: number
}
export type SetAmenityImageApiResponse = /** status 200 Done. */ AmenityImage
export type SetAmenityImageApiArg = {
  id: number
  body: {
    /** JPEG, PNG or WebP, up to 10 MiB. */
    image: Blob
  }
}
export type SetAmenityTermsOfUseApiResponse = /** status 200 Done. */ AmenityTermsOfUse
export type SetAmenityTermsOfUseApiArg = {
  id: number
  body: {
    /** A PDF of up to 10 MiB. */
    file: Blob
  }
}
export type GetAmenityFileApiResponse = /** status 200 A file. */ Blob
export type GetAmenityFileApiArg = {
  /** A UUID. */
  key: string
}
export type ExportAnnounceApiResponse = /** status 200 A file. */ Blob
export type ExportAnnounceApiArg = {
  id: number
  exportFormat?: ExportFormat
}
export type DownloadAuditEventsApiResponse = /** status 200 A file. */ Blob
export type DownloadAuditEventsApiArg = {
  exportFormat?: ExportFormat
  filters?: string
  sort?: string
  search?: string
}
export type GetAvatarApiResponse = /** status 200 A file. */ Blob
export type GetAvatarApiArg = {
  /** A UUID. */
  key: string
}
export type ApplyBackupFileApiResponse = /** status 200 Done. */ ApplyBackupResponse
export type ApplyBackupFileApiArg = {
  body: {
    entities?: string[]
    file: Blob
    mode?: BackupMode
    plan_hash?: string
  }
}
export type DownloadBackupApiResponse = /** status 200 A file. */ Blob
export type DownloadBackupApiArg = {
  id: number
}
export type DownloadCallHistoryApiResponse = /** status 200 A file. */ Blob
export type DownloadCallHistoryApiArg = {
  exportFormat?: ExportFormat
  filters?: string
  sort?: string
  search?: string
}
export type UploadConversationPictureApiResponse = /** status 200 Done. */ ConversationPicture
export type UploadConversationPictureApiArg = {
  body: {
    /** JPEG, PNG or WebP, up to 10 MiB. */
    image: Blob
  }
}
export type GetConversationPictureApiResponse = /** status 200 A file. */ Blob
export type GetConversationPictureApiArg = {
  /** The conversation. */
  id: number
  key: string
  /** Of a signed link. */
  sessionId?: number
  expires?: number
  signature?: string
  /** In at most 640 x 640 pixels. */
  isThumbnail?: boolean
}
export type DownloadDeviceForwardsApiResponse = /** status 200 A file. */ Blob
export type DownloadDeviceForwardsApiArg = {
  id: number
}
export type ExportStructureApiResponse = /** status 200 A file. */ Blob
export type ExportStructureApiArg = {
  id: number
  /** Only groups of this type, with what leads to them; null for all. */
  domainType?: number
  /** Minutes east of UTC, -840 to 840. The table has no times: nothing depends on it. */
  tzOffset?: number
}
export type ImportStructureApiResponse = /** status 200 Done. */ ImportStructureResponse
export type ImportStructureApiArg = {
  id: number
  body: {
    /** Only looks: makes nothing. */
    dry_run?: boolean
    /** xlsx or csv, up to 64 MiB and 100,000 rows, with a heading of: group path, type, logical address, apartment, user
        name, e-mail, phone, role, card dec, card hex, access code, plate, SIP count, app count, send invitation, user id.
        A user id names somebody who is there, as an export does. Without one a person is who has the e-mail, or else the
        name in the group. */
    file: Blob
    /** The role of rows that name none. */
    role_id?: number
    /** Up to 50 characters, given back in the progress pushes. */
    token?: string
    /** Minutes east of UTC, -840 to 840. The table has no times: nothing depends on it. */
    tz_offset?: number
  }
}
export type SetGroupLogoApiResponse = /** status 200 Done. */ Logo
export type SetGroupLogoApiArg = {
  id: number
  body: {
    /** JPEG, PNG or WebP, up to 10 MiB; shown within 512 x 512 pixels. */
    image: Blob
  }
}
export type GetEmergencyAlertAudioApiResponse = /** status 200 A file. */ Blob
export type GetEmergencyAlertAudioApiArg = {
  filename: string
  /** For whom the link was signed. */
  subject?: string
  /** Seconds since 1970. */
  expires?: number
  signature?: string
}
export type UploadEmergencyAlertFileApiResponse = /** status 200 Done. */ EmergencyAlertFile
export type UploadEmergencyAlertFileApiArg = {
  body: {
    /** wav, mp3, ogg (Vorbis), flac or m4a (AAC), up to 20 MiB, and 0.2 seconds to 10 minutes. */
    file: Blob
  }
}
export type DownloadAccessControlEventsApiResponse = /** status 200 A file. */ Blob
export type DownloadAccessControlEventsApiArg = {
  exportFormat?: ExportFormat
  /** As of the lists. */
  filters?: string
  /** One of id, created_at, -id, -created_at. */
  sort?: string
  search?: string
}
export type DownloadDeviceEventsApiResponse = /** status 200 A file. */ Blob
export type DownloadDeviceEventsApiArg = {
  exportFormat?: ExportFormat
  /** As of the lists. */
  filters?: string
  /** One of id, created_at, -id, -created_at. */
  sort?: string
  search?: string
}
export type DownloadElevatorEventsApiResponse = /** status 200 A file. */ Blob
export type DownloadElevatorEventsApiArg = {
  exportFormat?: ExportFormat
  filters?: string
  sort?: string
  search?: string
}
export type GetGuestPassApiResponse = /** status 200 A file. */ Blob
export type GetGuestPassApiArg = {
  key: string
}
export type GetGuestQrApiResponse = /** status 200 A file. */ Blob
export type GetGuestQrApiArg = {
  key: string
}
export type ExportIdentifiersApiResponse = /** status 200 A file. */ Blob
export type ExportIdentifiersApiArg = {
  /** xlsx where absent. */
  exportFormat?: ExportFormat
  /** As in the list. */
  filters?: string
  sort?: string
  search?: string
}
export type ImportIdentifiersApiResponse = /** status 200 Done. */ ImportIdentifiersResponse
export type ImportIdentifiersApiArg = {
  body: {
    /** xlsx or csv, up to 64 MiB and 100,000 rows, with a heading of: name, type, value, owner (a user's id or e-mail),
        owner_name, group (a path), rules (names, or #id), valid_from, valid_to, passes, status. Only the first three are needed;
        owner_name is for people to read. */
    file: Blob
    /** auto where absent. */
    format?: CardReading
  }
}
export type SetIdentifierPhotoApiResponse = /** status 200 Done. */ Identifier
export type SetIdentifierPhotoApiArg = {
  id: number
  body: {
    /** Whoever is on the photo has agreed to its use. */
    consent?: boolean
    image: Blob
    /** The form has just made the identifier: if the photo is refused, the identifier is deleted in the same call. Only for an
        identifier that the caller has made within the last hour and that never had a photo. */
    is_new?: boolean
  }
}
export type GetIdentifierPassApiResponse = /** status 200 A file. */ Blob
export type GetIdentifierPassApiArg = {
  id: number
}
export type GetIdentifierQrApiResponse = /** status 200 A file. */ Blob
export type GetIdentifierQrApiArg = {
  id: number
  /** png where absent. */
  format?: QrFormat
  /** Width and height in pixels, 256 to 2048; 512 where absent. */
  size?: number
}
export type AddLicenseFileApiResponse = /** status 200 Done. */ License
export type AddLicenseFileApiArg = {
  body: {
    file: Blob
  }
}
export type GetLogoApiResponse = /** status 200 A file. */ Blob
export type GetLogoApiArg = {
  /** A UUID. */
  key: string
}
export type GetEventImageApiResponse = /** status 200 A file. */ Blob
export type GetEventImageApiArg = {
  /** date/uuid.jpg, as 2026-11-24/018f6f0e-8a4b-7c3d-9e2f-1a2b3c4d5e6f.jpg. */
  path: string
  /** Of a signed link. */
  sessionId?: number
  expires?: number
  signature?: string
}
export type SetProfileAvatarApiResponse = /** status 200 Done. */ Avatar
export type SetProfileAvatarApiArg = {
  body: {
    /** JPEG, PNG or WebP, up to 10 MiB and 24 megapixels. */
    image: Blob
    /** Side of the crop, 1 pixel or more; 0 takes the largest square in the middle. */
    size?: number
    /** Left upper corner of the crop, in pixels of the image as it is shown upright. */
    x?: number
    y?: number
  }
}
export type DownloadUsedLicensesApiResponse = /** status 200 A file. */ Blob
export type DownloadUsedLicensesApiArg = {
  /** xlsx where absent. */
  exportFormat?: ExportFormat
  search?: string
  domainId?: number
}
export type SetBrokerSettingsApiResponse = /** status 200 Done. */ BrokerSettings
export type SetBrokerSettingsApiArg = {
  body: {
    /** PEM of the authority that signed the broker's own certificate; empty for a public one. */
    authority?: string
    /** PEM: the client certificate of the platform and of the devices, with its chain. */
    certificate?: string
    /** Of the platform at the broker. */
    login?: string
    /** Whether the platform makes a user for each device, by Mosquitto's dynamic security. Else somebody else does: the user name is the
        serial number, the password that of the device's MQTT settings. */
    manages_users?: boolean
    /** Empty: the one that is stored, when url and login are those that are stored. */
    password?: string
    /** PEM: the private key of the certificate. */
    private_key: Blob
    /** mqtts://example.org:8883 */
    url?: string
  }
}
export type ImportDeviceBackupApiResponse = /** status 200 Done. */ DeviceAdoption
export type ImportDeviceBackupApiArg = {
  body: {
    /** The device that the backup is for; 0: that with the serial number of the file. */
    device_id?: number
    /** JSON, at most 16 MiB: {info: {serial_number, model}, identifiers: [...], time_profiles: [...]} in the device's words, as
        /v1/access/identifier/items/link and /v1/access/timeprofile/items/link answer them. */
    file: Blob
    /** As in AdoptDeviceRequest. */
    plan_hash?: string
  }
}
export type SetProjectLogoApiResponse = /** status 200 Done. */ Logo
export type SetProjectLogoApiArg = {
  body: {
    /** As in SetGroupLogoRequest. */
    image: Blob
  }
}
export type ExportSiteApiResponse = /** status 200 A file. */ Blob
export type ExportSiteApiArg = {
  /** As in Backup; without any: all that the caller may list. */
  entities?: string[]
  /** The group with what is below it, what belongs to them, and what that names. */
  groupId?: number
  /** Leaves out fields that are empty: easier to read, but a field that somebody fills in later is then not in the plan. */
  compact?: boolean
  /** With access codes and QR codes, whose number alone opens doors: for who may export identifiers, and not for a repository. Otherwise
    they are left out, and the text says that it has identifiers in part. */
  codes?: boolean
}
export type ApplySiteApiResponse = /** status 200 Done. */ ApplySiteResponse
export type ApplySiteApiArg = {
  body: Blob
}
export type PlanSiteApiResponse = /** status 200 Done. */ BackupPlan
export type PlanSiteApiArg = {
  body: Blob
}
export type ExportUsersApiResponse = /** status 200 A file. */ Blob
export type ExportUsersApiArg = {
  /** Users of these groups and of what lies below them; empty for all that the caller sees. */
  domainIds?: number[]
  format?: ExportFormat
}
export type ImportUsersApiResponse = /** status 200 Done. */ ImportUsersResponse
export type ImportUsersApiArg = {
  body: {
    /** The group of rows that name none. */
    domain_id?: number
    /** Only looks: says what would be made and what is wrong, and makes nothing. */
    dry_run?: boolean
    /** xlsx or csv (UTF-8; comma, semicolon or tab), up to 64 MiB and 20,000 rows, with a heading of: name, email,
        login, phone, address, description, role, groups. Only name is required; groups are paths as "Site / House 1",
        several with a semicolon. */
    file: Blob
    /** The role of rows that name none. */
    role_id?: number
    /** Whether everybody with an e-mail and without a password is sent the registration link. */
    send_registration_link?: boolean
  }
}
export type SetUserAvatarApiResponse = /** status 200 Done. */ Avatar
export type SetUserAvatarApiArg = {
  id: number
  body: {
    image: Blob
    size?: number
    /** As in SetProfileAvatarRequest. */
    x?: number
    y?: number
  }
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
export type ExportFormat = 'xlsx' | 'csv'
export type AccessCellState =
  | 'open'
  | 'online_only'
  | 'open_without_identifier'
  | 'later'
  | 'forbidden'
  | 'none'
export type AmenityImage = {
  image_url: string
}
export type AmenityTermsOfUse = {
  terms_of_use_url: string
  terms_version: number
}
export type Ref = {
  id: number
  name: string
}
export type BackupMode = 'merge' | 'replace'
export type BackupRefusal = {
  entity: string
  /** In the catalogue's words. */
  message: string
  name: string
}
export type BackupApplyStatus = 'applying' | 'applied' | 'failed' | 'undone'
export type BackupApply = {
  by_user: Ref | null
  done: number
  ended_at: string | null
  message: string | null
  mode: BackupMode | null
  /** What was refused: up to 500. */
  refusals: BackupRefusal[]
  refusals_count: number
  started_at: string | null
  status: BackupApplyStatus | null
  total: number
  /** Of the backup that undoes it. */
  undo_backup_id: number | null
}
export type BackupView = 'all' | 'part' | 'none'
export type BackupEntity = {
  count: number
  /** As the path has it: users, domains, time-rules; settings. */
  name: string
  /** What of the project whoever made it could view. What they could not is neither deleted nor changed by applying it. */
  view: BackupView | null
}
export type BackupOrigin = 'made' | 'before_apply' | 'file' | 'site'
export type BackupStatus = 'making' | 'ready' | 'failed'
export type Backup = {
  /** How it was applied last. */
  apply: BackupApply | null
  created_at: string | null
  created_by_user: Ref | null
  /** Of the work that is going on; 0 while that is not known. */
  done: number
  /** References that lead nowhere, and were dropped: up to 100. */
  dropped: string[]
  entities: BackupEntity[]
  /** When it is deleted by itself. */
  expires_at: string | null
  id: number
  /** Whether every reference of its rows leads to a row, or to one of the project, and whoever made it views all of its entities. */
  is_complete: boolean
  /** Whether it was made by this project of this installation. */
  is_own: boolean
  /** Why it failed. */
  message: string | null
  /** 1 to 31 characters. */
  name: string
  origin: BackupOrigin | null
  /** Over how many seconds the project was read: what was changed meanwhile may be in it by parts. */
  read_seconds: number
  /** In bytes. */
  size: number
  status: BackupStatus | null
  total: number
}
export type BackupPlanCount = {
  change: number
  conflict: number
  create: number
  delete: number
  entity: string
  /** Rows that the backup does not have and that nevertheless stay: whoever made it could not see all of them. */
  kept: number
  same: number
}
export type BackupPlanDoors = {
  devices: number
  rules: number
  /** By themselves; those of a group are not counted. */
  users: number
}
export type BackupAction = 'create' | 'change' | 'delete' | 'conflict'
export type BackupPlanField = {
  after: string | null
  /** As JSON, up to 200 characters; absent of what is created. */
  before: string | null
  name: string
}
export type BackupPlanItem = {
  action: BackupAction | null
  entity: string
  fields: BackupPlanField[]
  /** Absent of what is created. */
  id: number | null
  /** Fields that keep what whoever made the backup could not see. */
  kept: string[]
  /** Why not, of a conflict. */
  message: string | null
  name: string
  /** Fields that do not travel and have to be entered anew. */
  secrets: string[]
}
export type BackupPlan = {
  counts: BackupPlanCount[]
  /** Unset where no access rule changes. */
  doors: BackupPlanDoors | null
  /** What would not stay as it is, in the order in which it is done: up to 2,000. */
  items: BackupPlanItem[]
  items_count: number
  mode: BackupMode | null
  plan_hash: string
  /** Whether the items are not all. */
  truncated: boolean
}
export type ApplyBackupResponse = {
  /** What is applied, and its state. */
  backup: Backup | null
  plan: BackupPlan | null
}
export type ConversationPicture = {
  height: number
  /** Path of the picture, signed for the caller's session; only in messages. */
  image_url: string | null
  /** What UploadConversationPicture gave. */
  key: string
  /** As image_url, of at most 640 x 640 pixels. */
  thumbnail_url: string | null
  /** Pixels. */
  width: number
}
export type RowError = {
  /** The heading of the column; empty for the row as a whole. */
  field: string
  /** From 0: the first row below the heading. */
  index: number
  message: string
}
export type ImportStructureResponse = {
  domains_created: number
  /** In a dry run what is wrong, at most 1,000; else empty. */
  errors: RowError[]
  identifiers_created: number
  rows: number
  /** Rows that are there already as they are. */
  unchanged: number
  users_created: number
}
export type Logo = {
  /** Path of the picture; changes with each new picture. */
  logo: string
}
export type EmergencyAlertFile = {
  /** Milliseconds. */
  duration: number
  filename: string
  /** As the sender called it. */
  name: string
  /** Path with a signature, for an hour. */
  url: string
}
export type DuplicateIdentifier = {
  /** Absent where the caller does not see it. */
  existing: Ref | null
  /** The row, from 0. */
  index: number
  /** Whether `replace` would change it. */
  is_replaceable: boolean
}
export type CardReading = 'auto' | 'dec' | 'hex' | 'hex_reversed' | 'facility'
export type CardPreview = {
  dec: string | null
  facility: string | null
  hex: string | null
  hex_reversed: string | null
  value: string
}
export type ReadingHits = {
  format: CardReading | null
  /** Of those the cards that identifiers of the project have. */
  known: number
  /** Numbers that it can read. */
  readable: number
}
export type ImportIdentifiersResponse = {
  /** Rows that would become identifiers. */
  created: number
  /** The first 1,000 rows whose number an identifier has already, and how many there are. */
  duplicates: DuplicateIdentifier[]
  duplicates_count: number
  /** The first 1,000 errors, and how many there are. */
  errors: RowError[]
  errors_count: number
  /** For the continuation. Not a path: a sealed text. */
  filepath: string
  /** As cards were read. Absent where somebody has to choose: then nothing but preview and readings is answered. */
  format: CardReading | null
  /** The first 20 cards in every reading. */
  preview: CardPreview[]
  /** What each reading makes of up to 1,000 cards; empty for a table without cards. */
  readings: ReadingHits[]
  rows: number
}
export type IdentifierOrigin = 'manual' | 'import' | 'structure' | 'guest' | 'reservation' | 'ukey2'
export type OwnerType = 'owner' | 'guest'
export type IdentifierType =
  | 'card'
  | 'ukey'
  | 'ukey2'
  | 'access_code'
  | 'qr'
  | 'face'
  | 'license_plate'
export type Identifier = {
  access_rules: Ref[]
  created_at: string | null
  created_by_user: Ref | null
  description: string | null
  /** The group that it counts to: its owner's first. */
  domain: Ref | null
  /** A recurring guest key: it opens only in hours of its own, besides the schedules of rules. For reading only. */
  has_own_hours: boolean
  id: number
  /** True for a new one that does not say. */
  is_active: boolean
  /** UUID under which devices hold it. */
  link_id: string
  /** 1 to 100 characters. */
  name: string
  /** For reading only. */
  origin: IdentifierOrigin | null
  /** What it comes from, as a reservation; unique for each origin in a project. For reading only. */
  origin_ref: string | null
  /** The user it belongs to. */
  owner: Ref | null
  /** The owner's own for a new one that does not say. */
  owner_type: OwnerType | null
  passes_restrict_active: boolean
  /** 1 to 99999; 1 for a new one that does not say. */
  passes_restrict_max_count: number
  /** Times that it has opened a door since the limit was set, as far as doors have told. For reading only. */
  passes_restrict_passes_count: number
  period_restrict_active: boolean
  period_restrict_from: string | null
  period_restrict_to: string | null
  /** Of a face: when its photo was taken over. A face without a photo is on no list. For reading only. */
  photo_taken_at: string | null
  /** Set when it was revoked. */
  revoked_at: string | null
  /** A card for a new one that does not say. */
  type: IdentifierType | null
  updated_at: string | null
  /** Cards: decimal digits (up to 10) or hex byte pairs joined by - or :. Comes back in the form given by `format`. A new access code
    or QR code without one gets one. */
  value: string
  /** Cards only: both forms, for showing. */
  value_dec: string | null
  value_hex: string | null
}
export type QrFormat = 'png' | 'svg'
export type LicenseCounts = {
  mobile_app: number | null
  sip: number | null
  ukey2: number | null
}
export type LicenseState = 'future' | 'active' | 'ending' | 'disabled'
export type License = {
  counts: LicenseCounts | null
  customer: string
  /** Whole days until its end, or since it; null without an end. */
  days: number | null
  features: string[]
  id: number
  issued_at: string | null
  name: string
  /** Of each account. */
  per_user: LicenseCounts | null
  /** basic, plus, trial or evaluation. */
  plan: string
  /** Why the licence server last said nothing; empty when it answered. */
  refresh_error: string
  /** When the licence server last said that it holds; null for one from a file. */
  refreshed_at: string | null
  /** When the licence server took it back. */
  revoked_at: string | null
  /** evaluation, file or cloud. */
  source: string
  state: LicenseState | null
  /** In the file; empty for the evaluation licence. */
  uid: string
  valid_from: string | null
  /** Null: no end. */
  valid_to: string | null
}
export type Avatar = {
  /** Path of the picture: a JPEG or PNG of 512 x 512 pixels at most. Changes with each new picture. */
  avatar_url: string
}
export type BrokerRolloutState = 'running' | 'completed' | 'stopped'
export type BrokerRolloutStep = 'canary' | 'tenth' | 'all'
export type BrokerRollout = {
  /** Of the project that speak MQTT. */
  devices: number
  ended_at: string | null
  /** Empty unless it was stopped. */
  error: string
  failed: number
  moved: number
  /** Sent the new broker, those of them that have come back over it, and those that have not in time. */
  sent: number
  started_at: string | null
  state: BrokerRolloutState | null
  step: BrokerRolloutStep | null
  /** Where the devices are moved to; empty for the broker of the installation. */
  url: string
  user_name: string
}
export type BrokerSettings = {
  certificate_expires_at: string | null
  /** Whom the certificate names, and how long it is good; unset without a broker of the project's own. */
  certificate_subject: string
  has_authority: boolean
  has_password: boolean
  /** Whether the platform is connected to it. */
  is_connected: boolean
  login: string
  manages_users: boolean
  /** The last one; unset when there was none. */
  rollout: BrokerRollout | null
  /** Empty: the devices use the broker of the installation. */
  url: string
}
export type AdoptionCounts = {
  /** Left out, and deleted from the device with its next list. */
  conflicts: number
  created: number
  /** The project has them already. */
  known: number
}
export type AdoptedKind = 'identifier' | 'schedule' | 'rule'
export type AdoptedState = 'created' | 'known' | 'conflict'
export type AdoptedItem = {
  /** Of what is there already, or was created; 0 else. */
  entity_id: number
  /** Of a rule: identifiers that it names. */
  identifiers: number
  kind: AdoptedKind | null
  /** Of a rule: 0 all, else 1 to 8. */
  locks: number[]
  name: string
  /** Of cards and plates; what others know by heart or by eye is not shown. */
  number: string
  /** Why it is a conflict: no_link_id, wrong_number, unsupported_type, link_id_taken, duplicate, revoked, expired, no_photo,
    not_licensed, locks_not_selectable, wrong_period, unknown_schedule, wrong_schedule. */
  reason: string
  state: AdoptedState | null
  /** Of an identifier: card, ukey, access_code, qr, face, license_plate. */
  type: string
}
export type DeviceAdoption = {
  device_id: number
  device_name: string
  identifiers: AdoptionCounts | null
  is_applied: boolean
  /** Conflicts first; up to 1,000. */
  items: AdoptedItem[]
  plan_hash: string
  rules: AdoptionCounts | null
  schedules: AdoptionCounts | null
}
export type ApplySiteResponse = {
  /** What is applied, and its state; unset when there is nothing to change. */
  backup: Backup | null
  plan: BackupPlan | null
}
export type ImportUsersResponse = {
  /** Users made; in a dry run, that would be. */
  created: number
  /** In a dry run what is wrong, at most 1,000; else empty. */
  errors: RowError[]
  /** Rows of the table. */
  rows: number
}
export const {
  useDownloadAccessMatrixQuery,
  useLazyDownloadAccessMatrixQuery,
  useSetAmenityImageMutation,
  useSetAmenityTermsOfUseMutation,
  useGetAmenityFileQuery,
  useLazyGetAmenityFileQuery,
  useExportAnnounceQuery,
  useLazyExportAnnounceQuery,
  useDownloadAuditEventsQuery,
  useLazyDownloadAuditEventsQuery,
  useGetAvatarQuery,
  useLazyGetAvatarQuery,
  useApplyBackupFileMutation,
  useDownloadBackupQuery,
  useLazyDownloadBackupQuery,
  useDownloadCallHistoryQuery,
  useLazyDownloadCallHistoryQuery,
  useUploadConversationPictureMutation,
  useGetConversationPictureQuery,
  useLazyGetConversationPictureQuery,
  useDownloadDeviceForwardsQuery,
  useLazyDownloadDeviceForwardsQuery,
  useExportStructureQuery,
  useLazyExportStructureQuery,
  useImportStructureMutation,
  useSetGroupLogoMutation,
  useGetEmergencyAlertAudioQuery,
  useLazyGetEmergencyAlertAudioQuery,
  useUploadEmergencyAlertFileMutation,
  useDownloadAccessControlEventsQuery,
  useLazyDownloadAccessControlEventsQuery,
  useDownloadDeviceEventsQuery,
  useLazyDownloadDeviceEventsQuery,
  useDownloadElevatorEventsQuery,
  useLazyDownloadElevatorEventsQuery,
  useGetGuestPassQuery,
  useLazyGetGuestPassQuery,
  useGetGuestQrQuery,
  useLazyGetGuestQrQuery,
  useExportIdentifiersQuery,
  useLazyExportIdentifiersQuery,
  useImportIdentifiersMutation,
  useSetIdentifierPhotoMutation,
  useGetIdentifierPassQuery,
  useLazyGetIdentifierPassQuery,
  useGetIdentifierQrQuery,
  useLazyGetIdentifierQrQuery,
  useAddLicenseFileMutation,
  useGetLogoQuery,
  useLazyGetLogoQuery,
  useGetEventImageQuery,
  useLazyGetEventImageQuery,
  useSetProfileAvatarMutation,
  useDownloadUsedLicensesQuery,
  useLazyDownloadUsedLicensesQuery,
  useSetBrokerSettingsMutation,
  useImportDeviceBackupMutation,
  useSetProjectLogoMutation,
  useExportSiteQuery,
  useLazyExportSiteQuery,
  useApplySiteMutation,
  usePlanSiteMutation,
  useExportUsersQuery,
  useLazyExportUsersQuery,
  useImportUsersMutation,
  useSetUserAvatarMutation,
} = injectedRtkApi
