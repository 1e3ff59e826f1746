{{/*
Variables of the containers. Each of these takes the chart's context and gives items of env. A process gets the
secrets that it uses and no others; where it insists on a variable that it does not use, it gets a harmless one.
*/}}

{{/* dict "secret" NAME "variables" LIST: as they are called in the Secret. */}}
{{- define "vestibule.env.from" -}}
{{- $secret := .secret }}
{{- range .variables }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ . }} } }
{{- end }}
{{- end }}

{{/* dict "name" VARIABLE "secret" NAME "key" KEY: a password, to be put into the addresses below. */}}
{{- define "vestibule.env.part" -}}
- name: {{ .name }}
  valueFrom: { secretKeyRef: { name: {{ .secret }}, key: {{ .key }} } }
{{- end }}

{{- define "vestibule.env.postgres" }}
{{- if eq (include "vestibule.postgresSource" .) "external" }}
{{- include "vestibule.env.from" (dict "secret" .Values.postgres.existingSecret "variables" (list "VESTIBULE_DATABASE_URL")) }}
{{- else }}
{{ include "vestibule.env.part" (dict "name" "DATABASE_APP_PASSWORD" "secret" (include "vestibule.postgresSecret" .) "key" "app-password") }}
- name: VESTIBULE_DATABASE_URL
  value: postgres://vestibule_app:$(DATABASE_APP_PASSWORD)@{{ include "vestibule.postgresHost" . }}:5432/vestibule_{service}
{{- end }}
- name: VESTIBULE_DATABASE_CONNECTIONS
  value: {{ .Values.postgres.connections | quote }}
{{- end }}

{{/* For migrations alone: the owner of the tables, and who may make roles and databases. */}}
{{- define "vestibule.env.postgresOwner" }}
{{- $source := include "vestibule.postgresSource" . }}
{{- if eq $source "external" }}
{{- include "vestibule.env.from" (dict "secret" .Values.postgres.existingSecret "variables" (list "VESTIBULE_DATABASE_OWNER_URL" "VESTIBULE_DATABASE_ADMIN_URL")) }}
{{- else }}
{{- $generated := include "vestibule.generated" . }}
{{- $host := include "vestibule.postgresHost" . }}
{{ include "vestibule.env.part" (dict "name" "DATABASE_OWNER_PASSWORD" "secret" (include "vestibule.postgresSecret" .) "key" "owner-password") }}
{{- if eq $source "operator" }}
{{ include "vestibule.env.part" (dict "name" "DATABASE_ADMIN_PASSWORD" "secret" (printf "%s-postgres-superuser" (include "library.release" .)) "key" "password") }}
{{- else }}
{{ include "vestibule.env.part" (dict "name" "DATABASE_ADMIN_PASSWORD" "secret" $generated "key" "postgres-password") }}
{{- end }}
- name: VESTIBULE_DATABASE_OWNER_URL
  value: postgres://vestibule_owner:$(DATABASE_OWNER_PASSWORD)@{{ $host }}:5432/vestibule_{service}
- name: VESTIBULE_DATABASE_ADMIN_URL
  value: postgres://postgres:$(DATABASE_ADMIN_PASSWORD)@{{ $host }}:5432/postgres
{{- end }}
{{- end }}

{{- define "vestibule.env.rabbitmq" }}
{{- $source := include "vestibule.rabbitmqSource" . }}
{{- $name := printf "%s-rabbitmq" (include "library.release" .) }}
{{- if eq $source "external" }}
{{- include "vestibule.env.from" (dict "secret" .Values.rabbitmq.existingSecret "variables" (list "VESTIBULE_AMQP_URL")) }}
{{- else if eq $source "operator" }}
{{ include "vestibule.env.part" (dict "name" "RABBITMQ_USER" "secret" (printf "%s-default-user" $name) "key" "username") }}
{{ include "vestibule.env.part" (dict "name" "RABBITMQ_PASSWORD" "secret" (printf "%s-default-user" $name) "key" "password") }}
- name: VESTIBULE_AMQP_URL
  value: amqp://$(RABBITMQ_USER):$(RABBITMQ_PASSWORD)@{{ $name }}:5672/%2f
{{- else }}
{{ include "vestibule.env.part" (dict "name" "RABBITMQ_PASSWORD" "secret" (include "vestibule.generated" .) "key" "rabbitmq-password") }}
- name: VESTIBULE_AMQP_URL
  value: amqp://vestibule:$(RABBITMQ_PASSWORD)@{{ $name }}:5672/%2f
{{- end }}
- name: VESTIBULE_AMQP_PREFIX
  value: {{ .Values.rabbitmq.prefix }}
- name: VESTIBULE_SERVICES
  value: {{ include "vestibule.serviceNames" . }}
{{- end }}

{{- define "vestibule.env.redis" }}
{{- if eq (include "vestibule.redisSource" .) "external" }}
{{- include "vestibule.env.from" (dict "secret" .Values.redis.existingSecret "variables" (list "VESTIBULE_REDIS_URL")) }}
{{- else }}
{{ include "vestibule.env.part" (dict "name" "REDIS_PASSWORD" "secret" (include "vestibule.generated" .) "key" "redis-password") }}
- name: VESTIBULE_REDIS_URL
  value: redis://default:$(REDIS_PASSWORD)@{{ include "library.release" . }}-redis:6379/
{{- end }}
{{- end }}

{{- define "vestibule.env.mqtt" }}
{{- if eq (include "vestibule.mqttSource" .) "external" }}
{{- include "vestibule.env.from" (dict "secret" .Values.mqtt.existingSecret "variables" (list "VESTIBULE_MQTT_URL" "VESTIBULE_MQTT_USER" "VESTIBULE_MQTT_PASSWORD")) }}
{{- else }}
{{ include "vestibule.env.part" (dict "name" "VESTIBULE_MQTT_PASSWORD" "secret" (include "vestibule.generated" .) "key" "mqtt-password") }}
- name: VESTIBULE_MQTT_USER
  value: device-gateway
- name: VESTIBULE_MQTT_URL
  value: mqtt://{{ include "library.release" . }}-mosquitto:1883
{{- end }}
- name: VESTIBULE_MQTT_INSTALLATION
  value: {{ .Values.mqtt.installation }}
- name: VESTIBULE_MQTT_USERS
  value: {{ .Values.mqtt.users }}
{{- with .Values.mqtt.deviceUrl }}
- name: VESTIBULE_DEVICE_MQTT_URL
  value: {{ . }}
{{- end }}
{{- end }}

{{- define "vestibule.env.pods" }}
- name: VESTIBULE_PODS
  value: {{ .Release.Namespace }}/{{ .Release.Name }}
{{- end }}

{{- define "vestibule.env.license" }}
{{- with .Values.license }}
{{- with .keys }}
- name: VESTIBULE_LICENSE_KEYS
  value: {{ join "," . | quote }}
{{- end }}
{{- with .server }}
- name: VESTIBULE_LICENSE_SERVER
  value: {{ . | quote }}
{{- end }}
{{- with .instanceId }}
- name: VESTIBULE_INSTANCE_ID
  value: {{ . | quote }}
{{- end }}
- name: VESTIBULE_LICENSE_GRACE_DAYS
  value: {{ .graceDays | quote }}
- name: VESTIBULE_EVALUATION_LICENSE
  value: {{ ternary .evaluation $.Values.evaluation.enabled (kindIs "bool" .evaluation) | quote }}
{{- end }}
{{- end }}

{{- define "vestibule.env.mail" }}
{{- $source := include "vestibule.mailSource" . }}
{{- if eq $source "external" }}
{{- include "vestibule.env.from" (dict "secret" .Values.mail.existingSecret "variables" (list "VESTIBULE_SMTP_URL" "VESTIBULE_MAIL_FROM")) }}
{{- else if eq $source "evaluation" }}
- name: VESTIBULE_SMTP_URL
  value: smtp://{{ include "library.release" . }}-mail:1025
- name: VESTIBULE_MAIL_FROM
  value: no-reply@vestibule.invalid
{{- end }}
{{- /* Keys of yours may be of a version before there were pushes to browsers: then there are none. */}}
- name: VESTIBULE_PUSH_KEY
  valueFrom: { secretKeyRef: { name: {{ include "vestibule.keysSecret" . }}, key: VESTIBULE_PUSH_KEY, optional: true } }
{{- end }}

{{- define "vestibule.env.blobs" }}
{{- with .Values.blobs }}
{{- if .bucket }}
{{- include "vestibule.env.from" (dict "secret" (.existingSecret | required "blobs: a bucket needs existingSecret") "variables" (list "VESTIBULE_BLOB_S3_ACCESS_KEY_ID" "VESTIBULE_BLOB_S3_SECRET_ACCESS_KEY")) }}
{{- range $variable, $value := dict "BUCKET" .bucket "ENDPOINT" .endpoint "REGION" .region "PREFIX" .prefix }}
- name: VESTIBULE_BLOB_S3_{{ $variable }}
  value: {{ $value | quote }}
{{- end }}
{{- else if .existingClaim }}
- name: VESTIBULE_BLOB_DIR
  value: /blobs
{{- else if not $.Values.evaluation.enabled }}
{{- fail "blobs: set bucket or existingClaim, or pictures and backups go with the pod that they were given to" }}
{{- end }}
{{- end }}
{{- end }}

{{- define "vestibule.env.sip" }}
{{- $source := include "vestibule.sipSource" . }}
{{- if ne $source "none" }}
- name: VESTIBULE_SIP_SECRET
  {{- if eq $source "external" }}
  valueFrom: { secretKeyRef: { name: {{ .Values.sip.existingSecret }}, key: VESTIBULE_SIP_SECRET } }
  {{- else }}
  valueFrom: { secretKeyRef: { name: {{ include "vestibule.generated" . }}, key: sip-secret } }
  {{- end }}
- name: POD_IP
  valueFrom: { fieldRef: { fieldPath: status.podIP } }
- name: VESTIBULE_SIP_ADDR
  value: $(POD_IP):{{ .Values.sip.port }}
- name: VESTIBULE_SIP_KEYS_PORT
  value: {{ .Values.sip.keysPort | quote }}
{{- range $variable, $value := dict
  "EDGE_ADDR" .Values.sip.edgeAddress "EDGE_RPC_URL" .Values.sip.edgeRpcUrl "MEDIA_ADDR" .Values.sip.mediaAddress
  "SOUNDS" .Values.sip.sounds "DOMAIN" .Values.sip.domain "PUBLIC_HOST" .Values.sip.publicHost
  "PUBLIC_PORT" .Values.sip.publicPort "WEBSOCKET_PORT" .Values.sip.websocketPort
  "WEBSOCKET_TRANSPORT" .Values.sip.websocketTransport }}
- name: VESTIBULE_SIP_{{ $variable }}
  value: {{ $value | toString | required (printf "sip: %s is needed where calls are taken" $variable) | quote }}
{{- end }}
{{- with .Values.sip.restart }}
- name: VESTIBULE_SIP_RESTART
  value: {{ . }}
{{- end }}
{{- end }}
{{- end }}

{{/* For migrations: they make the edge's user of Postgres, too. */}}
{{- define "vestibule.env.sipDatabase" }}
{{- $source := include "vestibule.sipSource" . }}
{{- if eq $source "external" }}
{{- include "vestibule.env.from" (dict "secret" .Values.sip.existingSecret "variables" (list "VESTIBULE_SIP_EDGE_DATABASE_URL")) }}
{{- else if eq $source "generated" }}
{{ include "vestibule.env.part" (dict "name" "EDGE_PASSWORD" "secret" (include "vestibule.generated" .) "key" "edge-password") }}
- name: VESTIBULE_SIP_EDGE_DATABASE_URL
  value: postgres://vestibule_edge:$(EDGE_PASSWORD)@{{ include "vestibule.postgresHost" . }}:5432/vestibule_telephony
{{- end }}
{{- end }}

{{- define "vestibule.env.keys" }}
{{- include "vestibule.env.from" (dict "secret" (include "vestibule.keysSecret" .) "variables" (list "VESTIBULE_SERVICE_KEY" "VESTIBULE_SEAL_KEY")) }}
{{- end }}

{{- define "vestibule.env.token" }}
{{- include "vestibule.env.from" (dict "secret" (include "vestibule.keysSecret" .) "variables" (list "VESTIBULE_TOKEN_KEY")) }}
{{- end }}

{{/* Logs for collectors; traces say of which pod they are. Of which service they are the program knows. */}}
{{- define "vestibule.env.telemetry" }}
- name: VESTIBULE_LOG
  value: {{ .Values.log | quote }}
- name: VESTIBULE_LOG_FORMAT
  value: json
- name: POD_NAME
  valueFrom: { fieldRef: { fieldPath: metadata.name } }
{{- if .Values.openTelemetry.endpoint }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ .Values.openTelemetry.endpoint }}
- name: OTEL_RESOURCE_ATTRIBUTES
  value: service.namespace={{ .Release.Namespace }},service.instance.id=$(POD_NAME)
  {{- range $key, $value := .Values.openTelemetry.attributes }},{{ $key }}={{ $value }}{{ end }}
- name: OTEL_TRACES_SAMPLER
  value: parentbased_traceidratio
- name: OTEL_TRACES_SAMPLER_ARG
  value: {{ .Values.openTelemetry.samplingRatio | quote }}
{{- end }}
{{- end }}

{{/* Variables that every process insists on, for one that does not use them. */}}
{{- define "vestibule.env.unused" }}
{{- $uses := .uses }}
{{- if not (has "postgres" $uses) }}
- name: VESTIBULE_DATABASE_URL
  value: postgres://nobody:none@127.0.0.1/none
{{- end }}
{{- if not (has "owner" $uses) }}
- name: VESTIBULE_DATABASE_OWNER_URL
  value: none
{{- end }}
{{- range $use, $variable := dict "rabbitmq" "AMQP_URL" "token" "TOKEN_KEY" }}
{{- if not (has $use $uses) }}
- name: VESTIBULE_{{ $variable }}
  value: none
{{- end }}
{{- end }}
{{- if not (has "redis" $uses) }}
- name: VESTIBULE_REDIS_URL
  value: redis://127.0.0.1/
{{- end }}
{{- end }}
