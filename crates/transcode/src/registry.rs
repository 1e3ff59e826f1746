//! All operations of all services.

use crate::access::Access;
use crate::error::RegistryError;
use crate::http_rule::HttpRule;
use crate::operation::{Binding, Operation};
use crate::plan::Compiler;
use prost_reflect::{DescriptorPool, MethodDescriptor};
use std::sync::Arc;

/// The operations that a set of descriptors annotates with `google.api.http`.
#[derive(Debug)]
pub struct Registry {
    operations: Vec<Operation>,
}

impl Registry {
    /// Compiles the plans from an encoded `FileDescriptorSet`.
    ///
    /// The set must be complete (imports included) and keep the method options; with source
    /// information, the comments of the proto reach the OpenAPI document.
    pub fn new(fds: &[u8]) -> Result<Self, RegistryError> {
        let pool = DescriptorPool::decode(fds)?;
        let mut compiler = Compiler::default();
        let mut bindings = Vec::new();
        for service in pool.services() {
            for method in service.methods() {
                bindings.extend(bind(&pool, &method, &mut compiler)?);
            }
        }
        let plans = Arc::new(compiler.finish());
        let operations = bindings.into_iter().map(|binding| Operation::new(binding, &plans));
        let mut operations = operations.collect::<Result<Vec<_>, _>>()?;
        operations.sort_by(|a, b| (&a.path, a.verb.as_str()).cmp(&(&b.path, b.verb.as_str())));
        refuse_doubles(&operations)?;
        Ok(Self { operations })
    }

    /// Every operation, ordered by path and verb.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }
}

/// The bindings of one method, none when it is not annotated.
fn bind(pool: &DescriptorPool, method: &MethodDescriptor, compiler: &mut Compiler) -> Result<Vec<Binding>, RegistryError> {
    let refused = |reason| RegistryError::Method { method: method.full_name().to_owned(), reason };
    let rules = HttpRule::from_method(pool, method).map_err(refused)?;
    let access = Access::from_method(pool, method).map_err(refused)?;
    let mut bindings = Vec::with_capacity(rules.len());
    for (index, rule) in rules.into_iter().enumerate() {
        bindings.push(Binding {
            index,
            rule,
            access: access.clone(),
            input: compiler.message(&method.input())?,
            output: compiler.message(&method.output())?,
            method: method.clone(),
        });
    }
    Ok(bindings)
}

/// Expects the operations in order.
fn refuse_doubles(operations: &[Operation]) -> Result<(), RegistryError> {
    for pair in operations.windows(2) {
        if pair[0].path == pair[1].path && pair[0].verb == pair[1].verb {
            let reason = format!("{} {} is taken already", pair[1].verb, pair[1].path);
            return Err(RegistryError::Method { method: pair[1].grpc_path.to_string(), reason });
        }
    }
    Ok(())
}
