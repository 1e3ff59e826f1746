{{/* Names of the evaluation's and the operators' objects, and what is to be used. Each takes the chart's context. */}}

{{- define "vestibule.postgresSource" -}}
{{- if .Values.postgres.existingSecret }}external
{{- else if .Values.postgres.operator.enabled }}operator
{{- else if .Values.evaluation.enabled }}evaluation
{{- else }}{{ fail "postgres: set existingSecret, operator.enabled or evaluation.enabled" }}{{ end -}}
{{- end }}

{{- define "vestibule.rabbitmqSource" -}}
{{- if .Values.rabbitmq.existingSecret }}external
{{- else if .Values.rabbitmq.operator.enabled }}operator
{{- else if .Values.evaluation.enabled }}evaluation
{{- else }}{{ fail "rabbitmq: set existingSecret, operator.enabled or evaluation.enabled" }}{{ end -}}
{{- end }}

{{- define "vestibule.redisSource" -}}
{{- if .Values.redis.existingSecret }}external
{{- else if .Values.evaluation.enabled }}evaluation
{{- else }}{{ fail "redis: set existingSecret or evaluation.enabled" }}{{ end -}}
{{- end }}

{{- define "vestibule.mqttSource" -}}
{{- if .Values.mqtt.existingSecret }}external
{{- else if .Values.evaluation.enabled }}evaluation
{{- else }}{{ fail "mqtt: set existingSecret or evaluation.enabled" }}{{ end -}}
{{- end }}

{{- define "vestibule.mailSource" -}}
{{- if not .Values.mail.enabled }}{{ ternary "evaluation" "none" .Values.evaluation.enabled }}
{{- else if .Values.mail.existingSecret }}external
{{- else }}{{ fail "mail: enabled without existingSecret" }}{{ end -}}
{{- end }}

{{- define "vestibule.sipSource" -}}
{{- if not .Values.sip.enabled }}none
{{- else if .Values.sip.existingSecret }}external
{{- else if eq (include "vestibule.postgresSource" .) "external" -}}
{{- fail "sip: existingSecret is needed, since the edge has a user of its own in your Postgres" -}}
{{- else }}generated{{ end -}}
{{- end }}

{{- define "vestibule.generated" -}}
{{ include "library.release" . }}-generated
{{- end }}

{{- define "vestibule.keysSecret" -}}
{{ .Values.keys.existingSecret | default (include "vestibule.generated" .) }}
{{- end }}

{{/* Holds app-password and owner-password, of databases that an operator or the evaluation brings. */}}
{{- define "vestibule.postgresSecret" -}}
{{ .Values.postgres.operator.existingSecret | default (include "vestibule.generated" .) }}
{{- end }}

{{/*
dict "root" $ "uses" list: an annotation over the Secrets of yours that the service reads, so that an upgrade after one
of them has changed restarts its pods. Renderers without a cluster see no Secret, and give none.
*/}}
{{- define "vestibule.secretsChecksum" -}}
{{- $root := .root }}
{{- $names := list $root.Values.keys.existingSecret }}
{{- range $use := list "postgres" "rabbitmq" "redis" "mqtt" "mail" "blobs" "sip" }}
{{- if has $use $.uses }}{{ $names = append $names (index $root.Values $use).existingSecret }}{{ end }}
{{- end }}
{{- if has "postgres" .uses }}{{ $names = append $names $root.Values.postgres.operator.existingSecret }}{{ end }}
{{- $found := list }}
{{- range compact $names | uniq }}
{{- with lookup "v1" "Secret" $root.Release.Namespace . }}{{ $found = append $found .data }}{{ end }}
{{- end }}
{{- with $found }}checksum/secrets: {{ toJson . | sha256sum }}{{ end }}
{{- end }}

{{/* dict "root" $ "uses" list: files lie on a volume that replicas share. */}}
{{- define "vestibule.hasBlobVolume" -}}
{{- with .root.Values.blobs }}{{ if and (has "blobs" $.uses) .existingClaim (not .bucket) }}true{{ end }}{{ end }}
{{- end }}

{{/* Whose X-Forwarded-For is believed. */}}
{{- define "vestibule.trustedProxies" -}}
{{- if and (or .Values.ingress.enabled .Values.route.enabled) (not .Values.trustedProxies) -}}
{{- fail "trustedProxies: name the networks of your ingress controller's pods, or all people count as one address" -}}
{{- end -}}
{{- .Values.trustedProxies | default "none" -}}
{{- end }}

{{- define "vestibule.postgresHost" -}}
{{- if eq (include "vestibule.postgresSource" .) "operator" -}}
{{ include "library.release" . }}-postgres-rw
{{- else -}}
{{ include "library.release" . }}-postgres
{{- end -}}
{{- end }}

{{- define "vestibule.publicUrl" -}}
{{- if .Values.publicUrl }}{{ .Values.publicUrl }}
{{- else if .Values.route.enabled }}https://{{ first .Values.route.hosts }}
{{- else if .Values.ingress.enabled }}https://{{ .Values.ingress.host }}
{{- else }}http://localhost:8080{{ end -}}
{{- end }}

{{/* dict "root" $ "name" SERVICE "own" its values: the defaults with its own over them, as YAML. */}}
{{- define "vestibule.service" -}}
{{- $values := mergeOverwrite (deepCopy .root.Values.serviceDefaults) (deepCopy (.own | default dict)) -}}
{{- if and (eq .name "telephony") $values.enabled .root.Values.sip.enabled -}}
{{- if ne $values.autoscaling.kind "none" -}}
{{- fail "telephony: with sip.enabled its replicas are counted by hand, since the edge is told their addresses" -}}
{{- end -}}
{{- if and (gt (int $values.replicas) 1) (ne (len .root.Values.sip.clusterIPs) (int $values.replicas)) -}}
{{- fail "telephony: of several replicas each has an address of its own in sip.clusterIPs" -}}
{{- end -}}
{{- end -}}
{{- toYaml $values -}}
{{- end }}

{{/* An item of vestibule.services with "root": not empty where it takes calls in several replicas, each with a number. */}}
{{- define "vestibule.numbered" -}}
{{- if and (has "sip" .values.uses) .root.Values.sip.enabled (gt (int .values.replicas) 1) }}yes{{ end -}}
{{- end }}

{{/* Parts as the templates walk them: a list of name, component and values of each enabled service, as YAML. */}}
{{- define "vestibule.services" -}}
{{- $root := . -}}
{{- range $name, $own := .Values.services }}
{{- $values := include "vestibule.service" (dict "root" $root "name" $name "own" $own) | fromYaml }}
{{- if $values.enabled }}
- name: {{ $name }}
  component: service
  values:
    {{- toYaml $values | nindent 4 }}
{{- end }}
{{- end }}
{{- end }}

{{/* Those that run, with commas: what the others send is kept for them, and for nobody else. */}}
{{- define "vestibule.serviceNames" -}}
{{- $names := list }}
{{- range include "vestibule.services" . | fromYamlArray }}{{ $names = append $names .name }}{{ end }}
{{- join "," $names }}
{{- end }}
