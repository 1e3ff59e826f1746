{{/* dict "root" $ "part" an item of vestibule.services. */}}
{{- define "vestibule.container" -}}
{{- $root := .root -}}
{{- $name := .part.name -}}
{{- $values := .part.values -}}
name: {{ $name }}
image: {{ include "library.image" (dict "root" $root "image" $root.Values.image) }}
imagePullPolicy: {{ $root.Values.image.pullPolicy }}
args: [run, {{ $name }}]
securityContext:
  {{- include "library.containerSecurity" . | nindent 2 }}
env:
  {{- $own := deepCopy $values.env }}
  {{- range include "vestibule.container.env" . | fromYamlArray }}
  {{- if hasKey $own .name }}
  - { name: {{ .name }}, value: {{ tpl (index $own .name | toString) $root | quote }} }
  {{- $_ := unset $own .name }}
  {{- else }}
  {{- toYaml (list .) | nindent 2 }}
  {{- end }}
  {{- end }}
  {{- range $variable, $value := $own }}
  - { name: {{ $variable }}, value: {{ tpl ($value | toString) $root | quote }} }
  {{- end }}
ports:
  - { name: grpc, containerPort: 9090, protocol: TCP }
  - { name: admin, containerPort: 9091, protocol: TCP }
  {{- if eq $name "api-gateway" }}
  - { name: http, containerPort: 8080, protocol: TCP }
  {{- end }}
  {{- if and (has "sip" $values.uses) $root.Values.sip.enabled }}
  - { name: sip, containerPort: {{ $root.Values.sip.port }}, protocol: UDP }
  - { name: keys, containerPort: {{ $root.Values.sip.keysPort }}, protocol: UDP }
  {{- end }}
# Two minutes to start. Ready: its database, schema and Redis answer. Old pods serve until new ones do.
startupProbe: { httpGet: { path: /healthz, port: admin }, periodSeconds: 2, failureThreshold: 60 }
livenessProbe: { httpGet: { path: /healthz, port: admin }, periodSeconds: 10, timeoutSeconds: 3, failureThreshold: 3 }
readinessProbe: { httpGet: { path: /readyz, port: admin }, periodSeconds: 5, timeoutSeconds: 5, failureThreshold: 2 }
resources:
  {{- toYaml $values.resources | nindent 2 }}
volumeMounts:
  # Tables that are exported lie here until they are complete.
  - { name: tmp, mountPath: /tmp }
  {{- if include "vestibule.hasBlobVolume" (dict "root" $root "uses" $values.uses) }}
  - { name: blobs, mountPath: /blobs }
  {{- end }}
{{- end }}

{{/* As above: what the chart sets. A service's own env goes in the place of what has its name. */}}
{{- define "vestibule.container.env" -}}
{{- $root := .root -}}
{{- $name := .part.name -}}
{{- $values := .part.values -}}
- { name: VESTIBULE_GRPC_ADDR, value: "0.0.0.0:9090" }
- { name: VESTIBULE_ADMIN_ADDR, value: "0.0.0.0:9091" }
# Balancers and peers need a moment to hear that this pod goes. Where calls wait for the next pod they need none.
- { name: VESTIBULE_DRAIN_SECONDS, value: "{{ ternary 0 5 (and (has "sip" $values.uses) $root.Values.sip.enabled) }}" }
{{- if eq $name "api-gateway" }}
- { name: VESTIBULE_HTTP_ADDR, value: "0.0.0.0:8080" }
- { name: VESTIBULE_TRUSTED_PROXIES, value: {{ include "vestibule.trustedProxies" $root | quote }} }
- { name: VESTIBULE_MAX_CONNECTIONS, value: {{ $root.Values.gateway.maxConnections | int64 | quote }} }
- { name: VESTIBULE_MAX_REQUESTS, value: {{ $root.Values.gateway.maxRequests | int64 | quote }} }
{{- else }}
- { name: VESTIBULE_CONSOLE_DIR, value: "" }
{{- end }}
- { name: VESTIBULE_PUBLIC_URL, value: {{ include "vestibule.publicUrl" $root | quote }} }
- { name: VESTIBULE_ALLOW_PRIVATE_NETWORKS, value: {{ $root.Values.allowPrivateNetworks | quote }} }
{{- range $values.peers }}
- { name: VESTIBULE_PEER_{{ . | replace "-" "_" | upper }}, value: "https://{{ include "library.fullname" (dict "root" $root "name" .) }}:9090" }
{{- end }}
{{- include "vestibule.env.telemetry" $root | trim | nindent 0 }}
{{- include "vestibule.env.keys" $root | trim | nindent 0 }}
{{- range $use := list "postgres" "rabbitmq" "redis" "mqtt" "mail" "blobs" "sip" "token" "pods" "license" }}
{{- if has $use $values.uses }}
{{- with include (printf "vestibule.env.%s" $use) $root | trim }}
{{- . | nindent 0 }}
{{- end }}
{{- end }}
{{- end }}
{{- if include "vestibule.numbered" (merge (dict "root" $root) .part) }}
- { name: VESTIBULE_SIP_SHARD, valueFrom: { fieldRef: { fieldPath: "metadata.labels['apps.kubernetes.io/pod-index']" } } }
{{- end }}
{{- if has "lease" $values.uses }}
- { name: VESTIBULE_LEASE, value: "{{ $root.Release.Namespace }}/{{ include "vestibule.lease" (merge (dict "root" $root) .part) }}" }
{{- end }}
{{- if has "mqtt" $values.uses }}
{{- with include "vestibule.brokerRestart" $root }}
- { name: VESTIBULE_BROKER_RESTART, value: {{ . | quote }} }
{{- end }}
{{- end }}
{{- with include "vestibule.env.unused" (dict "uses" $values.uses) | trim }}
{{- . | nindent 0 }}
{{- end }}
{{- end }}
