/** What the fields of a body may hold. Written by scripts/limits.mjs; do not edit. */
export const LIMITS = {
  AccessRule: {
    description: { maxLength: 1000 },
    name: { minLength: 1, maxLength: 100 },
  },
  AddCloudLicenseRequest: {
    key: { minLength: 1, maxLength: 64 },
  },
  Amenity: {
    address: { maxLength: 200 },
    cancel_before: { minimum: 0, maximum: 43200 },
    description: { maxLength: 1000 },
    horizon_days: { minimum: 1, maximum: 365 },
    lead: { minimum: 0, maximum: 1440 },
    live_per_user: { minimum: 1, maximum: 100 },
    name: { minLength: 1, maxLength: 100 },
  },
  Announce: {
    description: { maxLength: 1000 },
    name: { minLength: 1, maxLength: 100 },
    subject: { minLength: 1, maxLength: 200 },
  },
  Device: {
    description: { maxLength: 1000 },
    device_login: { maxLength: 64 },
    ip_address: { maxLength: 255 },
    location_latitude: { minimum: -90, maximum: 90 },
    location_longitude: { minimum: -180, maximum: 180 },
    login: { maxLength: 64 },
    name: { minLength: 1, maxLength: 100 },
    port: { minimum: 1, maximum: 65535 },
  },
  ElevatorAccessRule: {
    description: { maxLength: 1000 },
    name: { minLength: 1, maxLength: 100 },
  },
  Elevator: {
    name: { minLength: 1, maxLength: 100 },
  },
  EmergencyAlert: {
    door_duration: { minimum: 10, maximum: 86400 },
    filename: { maxLength: 64 },
    message: { maxLength: 500 },
    name: { minLength: 1, maxLength: 100 },
    playback_duration: { minimum: 1, maximum: 3600 },
  },
  GuestKey: {
    message: { maxLength: 500 },
    name: { minLength: 1, maxLength: 100 },
    pass_limit: { minimum: 0, maximum: 9999 },
    value: { maxLength: 36 },
  },
  PersonLimits: {
    max: { minimum: 1, maximum: 500 },
    min: { minimum: 1, maximum: 500 },
  },
  TimeSlots: {
    duration: { minimum: 300, maximum: 86400 },
  },
  UserDetails: {
    address: { maxLength: 500 },
  },
  User: {
    description: { maxLength: 1000 },
    name: { minLength: 1, maxLength: 100 },
  },
  Webhook: {
    name: { minLength: 1, maxLength: 31 },
    url: { minLength: 1, maxLength: 1000 },
  },
} as const
