// Finds out what a parsed text means: looks names up, gives everything a type, and fills templates in, as far as
// kernels and what they call need it.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "instrumentation/language/checker/build.h"
#include "instrumentation/language/checker/entities.h"
#include "instrumentation/language/checker/evaluate.h"
#include "instrumentation/language/checker/file_names.h"
#include "instrumentation/language/checker/host_code.h"
#include "instrumentation/language/checker/kernels.h"
#include "instrumentation/language/checker/led_pointers.h"
#include "instrumentation/language/checker/once.h"
#include "instrumentation/language/checker/operators.h"
#include "instrumentation/language/checker/poisoned.h"
#include "instrumentation/language/checker/record_table.h"
#include "instrumentation/language/checker/symbols.h"
#include "instrumentation/language/parser/parser.h"
#include "instrumentation/language/preprocessor/preprocessed.h"
#include "instrumentation/language/tree/kernel.h"

namespace tilescope::language {

class Checker {
 public:
  Checker(const Source& source, const Preprocessed& preprocessed, const syntax::File& file, const ReadOptions& options,
          Types& types, Arena& arena, Diagnostics& diagnostics);

  struct Found {
    std::vector<Kernel> kernels;
    std::vector<Launch> launches;
  };
  // All kernels, and all that they need; and the launches of the host's part.
  Found found();

  // The value of an expression where only constants count, with names that stand for something here.
  const Expression* constant_expression(const syntax::Expression& e);

 private:
  struct Argument;  // of a call

  // Where we are: in a function, or in a declaration of the file.
  struct Frame {
    Function* function = nullptr;
    const Bindings* bindings = nullptr;
    const Record* of = nullptr;
    Namespaces namespaces;
    Symbols symbols{};
    std::size_t scope = 0;  // where the innermost one begins in `symbols`
    std::vector<const Variable*> locals{};
    std::vector<const Function*> calls{};
    std::vector<std::string_view> used_namespaces{};
    std::vector<std::pair<std::string_view, Place>> labels{}, jumps{};
    std::vector<std::string_view> unknown{};  // names that were told of
    std::size_t nameless = 0;                 // declared things whose name was missing, and told of
    int loops = 0, switches = 0;
    bool result_from_body = false;
    const Variable* self = nullptr;
    Place whole{};                                       // of the function, its body included
    const syntax::Expression* asked = nullptr;           // an assignment where a comparison is meant: told of
    const syntax::Name* assigned = nullptr;              // what stands before the = that is looked at
    const Argument* misfit = nullptr;                    // an argument whose address would fit
    std::vector<const Variable*> ended{};                // whose block is over
    std::vector<std::pair<Place, Place>> empty_loops{};  // whose body is a ; that looks like a slip, and that ;
    std::unordered_map<std::int64_t, Place> cases{};     // of the innermost switch
  };
  class Entered;    // a frame for the time of a scope
  class Depending;  // counts a chain of names
  class Scope;      // a scope of names
  class OnlyConstants;
  class Quietly;  // what is told meanwhile is put aside
  struct Candidate;
  // Why a function does not fit a call, to follow its name.
  struct Misfit {
    Mistake mistake{};
    Sentence sentence;
  };
  using TemplateValues = std::vector<TemplateValue>;

  // names.cpp
  const Symbol* local(std::string_view name) const;
  const TemplateValue* bound(std::string_view name) const;
  const Binding* binding(std::string_view name) const;
  std::vector<Entity*> find(const syntax::Name& name, bool functions_anywhere = false);
  void use(Entity& entity);  // tells what was put aside
  void unknown_value(const syntax::Name& name);
  void unknown_name(const syntax::Name& name, Mistake mistake, std::vector<std::string_view> also = {});
  bool tell_of_reach(const syntax::Name& name);
  bool tell_of_macro(const syntax::Name& name);
  bool tell_of_ended(const syntax::Name& name);
  enum class Wanted : std::uint8_t { value, type, function };
  std::string_view meant(std::string_view name, std::vector<std::string_view> also, Wanted wanted) const;
  void look_for_kernels_of_the_host();
  std::string_view text_of(Place place) const;
  std::optional<std::string> full_name(const Enumeration& of) const;

  // check_types.cpp; structures: records.cpp
  Type type_of(const syntax::TypeName& type);
  Type base_type(const syntax::Specifiers& specifiers);
  Type word_type(const syntax::Specifiers& specifiers);
  Type with_steps(Type base, std::span<const syntax::DeclaratorStep> steps, bool parameter = false);
  Type array_type(Type element, const syntax::DeclaratorStep& step);
  std::optional<Type> find_type(const syntax::Name& name);
  bool is_of_unknown(const syntax::Name& name);
  std::optional<Type> find_simple_type(const syntax::Name& name);
  std::optional<Type> entity_type(Entity& entity, const syntax::NamePart& part);
  std::optional<Type> member_type(Record& record, const syntax::NamePart& part);
  Type alias_type(const syntax::Declaration& declaration);
  Record* scope_record(const syntax::Name& name, std::size_t parts);
  Record* structure_record(Entity& entity, const syntax::NamePart& part);
  std::optional<TemplateValues> matched(const syntax::Declaration& primary, const syntax::Declaration& specialization,
                                        const TemplateValues& values);
  void complete(Record& record);
  void add_member(Record& record, const syntax::Declaration& member, std::vector<Field>& fields);
  void note_others(Record& record, const syntax::Declaration& member);
  Type template_member(Record& record, const syntax::Declaration& member, const syntax::NamePart& part);
  void add_method(Record& record, const syntax::Declaration& method);
  void lay_out(Record& record, std::vector<Field> fields);
  using EachEnumerator = std::function<void(const syntax::Enumerator&, const Value&)>;
  // `structure`: that it is declared in, in full.
  Type make_enumeration(const syntax::Enumeration& enumeration, std::string_view name, const EachEnumerator& each,
                        std::string_view structure = {});
  void evaluate(const syntax::Enumeration& enumeration, std::string_view structure = {});
  Type enumeration_in(Record& record, const syntax::Enumeration& enumeration);
  std::optional<TemplateValues> template_values(std::span<const syntax::TemplateParameter> parameters,
                                                std::span<const syntax::TemplateArgument> given, Place place,
                                                std::string_view name, const Bindings*& bindings, bool tell = true);
  std::optional<TemplateValue> template_value(const syntax::TemplateParameter& parameter,
                                              const syntax::TemplateArgument& argument,
                                              const Bindings* earlier = nullptr);
  std::string name_with(std::string_view name, const TemplateValues& values) const;
  std::string text_of(const TemplateValue& value) const;
  const Bindings* bind(std::span<const syntax::TemplateParameter> parameters, const TemplateValues& values,
                       const Bindings* outer, bool knobs = false);

  // traits.cpp
  const Expression* trait_value(const syntax::Name& name, Place place);
  const Expression* limit(const syntax::Name& name, Place place);
  std::optional<Type> trait_type(const syntax::Name& name);

  // check_expressions.cpp
  const Expression* check(const syntax::Expression& e);
  const Expression* check_within(const syntax::Expression& e);
  const Expression* check_value(const syntax::Expression& e);
  const Expression* check_number(const syntax::Expression& e);
  const Expression* check_character(const syntax::Expression& e);
  const Expression* check_string(const syntax::Expression& e);
  const Expression* check_name(const syntax::Expression& e);
  const Expression* scoped_name(const syntax::Name& name, Place place);
  const Expression* entity_value(Entity& entity, const syntax::Name& name, Place place);
  const Expression* builtin_place(std::string_view name, Place place);
  const Expression* check_unary(const syntax::Expression& e);
  const Expression* check_dereference(const syntax::Expression& e, const Expression* a);
  const Expression* check_binary(const syntax::Expression& e);
  void warn_of_chain(const syntax::Expression& e);
  const Expression* check_assign(const syntax::Expression& e);
  void doubt(const Expression* a, const Expression* b);
  bool tell_of_missing_elements(const Expression& e);
  bool tell_of_missing_elements(const Field& field, Place at);
  const Expression* check_subscript(const syntax::Expression& e);
  const Expression* object_of(const syntax::Expression& e, const Expression* object);
  const Expression* own_field(const Expression* object, std::string_view name, Place place);
  const Expression* check_member(const syntax::Expression& e);
  const Expression* member(const Expression* object, std::string_view name, Place place, Place at);
  const Expression* check_cast(const syntax::Expression& e);
  const Expression* cast(const Expression* value, Type to, std::string_view word, Place place);
  const Expression* cast_reference(const Expression* from, Type to, Place place);
  const Expression* check_size_of(const syntax::Expression& e);
  const Expression* self(Place place);
  const Expression* static_member(Record& record, std::string_view name, Place place);
  bool names_constant(const syntax::Expression& e);
  void warn_of_condition(const syntax::Expression& e);

  // check_values.cpp: how things get their first values
  const Expression* truth(const Expression* e);
  const Expression* wanted(const Expression* value, Type to, const Sentence& where, Place place);
  const Expression* user_converted(const Expression* value, Type to);
  const Expression* initialized(Type type, const syntax::Declaration& declaration);
  const Expression* from_syntax(Type type, const syntax::Expression& e, const Sentence& where);
  const Expression* from_values(Type type, std::span<const syntax::Expression* const> values, bool braces, Place place);
  const Expression* from_braces(Type type, std::span<const syntax::Expression* const> values, Place place);
  const Expression* aggregate(Type type, std::span<const syntax::Expression* const> values, std::size_t& at, bool own,
                              Place place);
  const Expression* first_value_of_field(Record& record, std::size_t field, Place place);
  const Expression* written_value_of_field(Record& record, std::size_t field, const syntax::Declaration& d,
                                           Place place);
  const Expression* constructed(Record& record, std::vector<Argument>& arguments, Place place, bool braces);
  const Expression* place_triple(Record& record, std::vector<Argument>& arguments, Place place);
  bool is_aggregate(Type type);
  bool is_doubtful(Type type);
  bool lacks_fields(const Record& record);
  const Expression* default_object(Type type, Place place);
  const Expression* bound_reference(Type reference, const Expression* value, const Sentence& where, Place place);
  Type counted(Type array, const syntax::Declaration& declaration);

  // check_calls.cpp; which function is meant: overloads.cpp
  const Expression* check_call(const syntax::Expression& e);
  [[nodiscard]] const Expression* length_of_vector(const syntax::Expression& call) const;
  const Expression* check_construct(const syntax::Expression& e);
  void tell_of_host(std::string_view name, const std::vector<Entity*>& all, Place at);
  bool tell_of_host(const std::vector<Callable*>& all, std::string_view name, Place at);
  bool tell_of_host_operator(std::string_view name, const std::vector<Argument>& arguments, Place at);
  Entity* host_operator(std::string_view name, const std::vector<Argument>& arguments);
  const Expression* call_of_own_name(const syntax::Expression& e, std::vector<Argument>& arguments);
  const Expression* call_of_functions(const syntax::Expression& e, const std::vector<Callable*>& all, bool host,
                                      std::vector<Argument>& arguments);
  const Expression* call_of_name(const syntax::Expression& e, std::vector<Argument>& arguments);
  const Expression* call_of_member(const syntax::Expression& e, std::vector<Argument>& arguments);
  const Expression* call_of_object(const Expression* object, std::vector<Argument>& arguments, Place place, Place at);
  const Expression* call_of_builtin(std::string_view name, std::vector<Argument>& arguments, Place place, Place at);
  const Expression* call_of_methods(const Record& record, const Expression* object, std::string_view name,
                                    const syntax::NamePart* part, std::vector<Argument>& arguments, Place place,
                                    Place at);
  const Expression* operator_call(const char* op, std::vector<Argument> arguments, Place place, Place at);
  const Expression* object_argument(const Candidate& candidate, const Expression* object, Place at);
  const Expression* parameter_value(const Function& function, const Variable& parameter, std::size_t n,
                                    const std::vector<Argument>& arguments);
  bool is_callable(const Function& function, Place at);
  const Expression* call(const Candidate& candidate, const std::vector<const Expression*>& list, Place place, Place at);
  const Expression* made_call(const Candidate& candidate, const Expression* object, std::vector<Argument>& arguments,
                              Place place, Place at);
  std::vector<Argument> check_arguments(std::span<const syntax::Expression* const> list);
  std::optional<Candidate> chosen(std::string_view name, const std::vector<Callable*>& all,
                                  const syntax::NamePart* part, std::vector<Argument>& arguments,
                                  const Expression* object, Place at, bool tell = true);
  std::optional<Candidate> candidate(Callable& callable, const syntax::NamePart* part, std::vector<Argument>& arguments,
                                     const Expression* object, Misfit& why);
  Fit argument_fit(const Argument& argument, Type to);
  std::optional<TemplateValues> deduced(const Callable& callable, const syntax::NamePart* part,
                                        const std::vector<Argument>& arguments, const Bindings*& bindings, Misfit& why);
  void tell_of_misfit(std::string_view name, const Sentence& why, const std::vector<Argument>& arguments,
                      std::vector<Type> types, Place at);
  static bool is_by_value(const Expression& e);
  void note_call(const Function& function);
  const Expression* folded(const Expression* e, std::size_t calls);

  // check_functions.cpp
  Callable::Made* instance(Callable& callable, const TemplateValues& values, bool knobs = false);
  std::optional<TemplateValues> arguments_of(const Callable& callable, const syntax::Declaration& specialization);
  const syntax::Declaration& specialized(const Callable& callable, const TemplateValues& values);
  Function* signature(const Callable& callable, const Callable::Made& made);
  void add_parameters(const Callable& callable, const Callable::Made& made, Function& function);
  void need_body(Callable& callable, Callable::Made& made);
  void check_body(const Callable& callable, Callable::Made& made);
  void constructor_fields(const syntax::Declaration& declaration, Function& function);
  void finish_bodies();

  // check_kernels.cpp
  void check_assertion_of_file(const syntax::Item& item);
  struct Guess {
    std::int64_t number = 0;
    Type type;
  };
  std::vector<Guess> guesses();
  void check_kernel(Entity& entity, std::vector<Kernel>& kernels);
  void check_specializations(Entity& entity, std::vector<Kernel>& kernels);
  Callable::Made* checked_instance(Callable& callable, const TemplateValues& values);
  void look_at(std::vector<Kernel>& kernels);
  std::vector<std::optional<TemplateValue>> said_arguments(const Entity& entity);
  std::optional<TemplateValues> kernel_arguments(const Entity& entity, const Guess& guess, std::vector<Knob>& knobs);
  TemplateValue guessed(const syntax::TemplateParameter& parameter, const Guess& guess);
  std::optional<TemplateValue> given_value(const syntax::TemplateParameter& parameter, const std::string& text);

  // check_statements.cpp; what they declare: variables.cpp
  const Statement* check(const syntax::Statement& s);
  const Statement* broken_statement(const Expression* e, const syntax::Statement& from);
  const Statement* check_block(const syntax::Statement& s);
  bool tell_of_missing_type(const syntax::Expression& e);
  std::vector<const Statement*> check_list(std::span<const syntax::Statement* const> all);
  bool ends_too_early(const syntax::Statement& s, const syntax::Statement& next) const;
  const Statement* check_declaration(const syntax::Statement& s);
  const Statement* check_if(const syntax::Statement& s);
  const Statement* check_for(const syntax::Statement& s);
  const Statement* check_for_each(const syntax::Statement& s);
  const Statement* each_by_methods(const syntax::Statement& s, const Expression* range);
  const Statement* round_of(const syntax::Statement& s, const Expression* element);
  Variable* hidden(const Expression* init);
  const Statement* check_loop(const syntax::Statement& s);
  const Statement* check_switch(const syntax::Statement& s);
  const Statement* check_case(const syntax::Statement& s);
  void note_case(std::int64_t value, Place place);
  const Statement* check_label(const syntax::Statement& s);
  void match_labels();
  const Statement* check_return(const syntax::Statement& s);
  const Expression* check_condition(const syntax::Statement& s, std::vector<const Statement*>& before);
  const Statement* body_of(const syntax::Statement* s);
  Statement* statement(StatementKind kind, const syntax::Statement& from);
  const Statement* block(std::vector<const Statement*> list, const syntax::Statement& from);
  void declare(const syntax::Declaration& declaration, std::vector<const Variable*>& variables);
  Variable* declare_variable(const syntax::Declaration& declaration);
  bool tell_of_comma(const syntax::Declaration& d, std::string_view name);
  void declare_shared(Variable& variable, const syntax::Declaration& declaration);
  void look_at_dynamic(const Variable& v);
  void check_static_assertion(const syntax::Declaration& declaration);
  void declare_symbol(Symbol symbol, Place place);
  void declare_types(const syntax::Specifiers& specifiers);
  Type variable_type(const syntax::Declaration& declaration, const Expression*& init);
  Type automatic_type(const syntax::Declaration& declaration, const Expression*& init);
  std::uint32_t alignment_of(const syntax::Specifiers& specifiers);
  const Variable* global_variable(Entity& entity);
  const Variable* template_variable(Entity& entity, const syntax::NamePart& part);
  Variable* make_global(Entity& entity, const syntax::Declaration& declaration, const Bindings* bindings);
  bool settle(Variable& variable);
  void set_value(Variable& variable, const syntax::Declaration& declaration, std::size_t calls, const Expression* init);

  // launches.cpp
  void find_launches(Found& all);
  Launch launch_of(const syntax::Launch& launch, bool look_into);
  void configure(Launch& launch, const syntax::Launch& written);
  std::optional<PointerGiven> pointer_given(const syntax::Expression& e);
  std::optional<std::int64_t> allocated(const syntax::Launch& launch, std::string_view name);
  [[nodiscard]] bool may_change(std::string_view name, std::uint32_t first, std::uint32_t last) const;
  std::optional<std::array<std::int64_t, 3>> sides(const syntax::Expression* e);
  std::optional<std::int64_t> bytes(const syntax::Expression* e);
  std::optional<Value> number_on_host(const syntax::Expression* e);

  // host_constants.cpp: what names stand for in a function of the host
  struct HostFunction;
  // Of a function of the host by another one.
  struct HostCall {
    std::uint32_t item = 0;     // that it stands in
    HostCode::Index place = 0;  // of the function's name there
    HostCode::Index open = 0;   // of its ( there
  };
  HostFunction& host_function(std::uint32_t item);
  const HostCalls& host_calls();
  void enter_host_names(const syntax::Launch& launch);
  void enter_host_names(const syntax::Allocation& allocation);
  void enter_host_names(HostFunction& host, HostCode::Index first, HostCode::Index last, HostCode::Index at);
  std::optional<Symbol> host_symbol(HostFunction& host, std::string_view name, HostCode::Index at);
  std::optional<Symbol> class_symbol(const HostFunction& host, std::string_view name);
  std::optional<Symbol> used_symbol(HostFunction& host, const HostCode::Thing& thing);
  Symbol unknown_symbol(std::string_view name);
  void find_scope(HostFunction& host);
  Symbol host_type(HostFunction& host, const HostCode::Thing& thing);
  const Variable* host_value(HostFunction& host, const HostCode::Thing& thing, HostCode::Index at);
  const Variable* host_vector(HostFunction& host, const HostCode::Thing& thing);
  const Expression* length_on_host(HostFunction& host, const HostCode::Thing& thing);
  const Variable* host_triple(HostFunction& host, const HostCode::Thing& thing, HostCode::Index at);
  const Variable* host_definition(HostFunction& host, const HostCode::Thing& thing, const HostCode::Write* write);
  void declare_on_host(HostFunction& host, const HostCode::Thing& thing, Variable& variable);
  const Expression* given_on_host(HostFunction& host, const HostCode::Thing& thing, Type type);
  [[nodiscard]] std::optional<HostCall> only_call(const HostFunction& host) const;
  void write_on_host(HostFunction& host, const HostCode::Thing& thing, const HostCode::Write& write,
                     Variable& variable);
  std::span<const syntax::Declaration* const> host_declarations(HostFunction& host, const HostCode::Thing& thing);
  const Expression* host_constant(const Expression* e);
  NameKind kind_on_host(const HostFunction* host, std::string_view name, HostCode::Index at) const;

  // host_functions.cpp: functions of the host that a launch's configuration calls
  Callable* host_callable(Entity& entity);
  bool add_host_callables(const std::vector<Entity*>& entities, std::vector<Callable*>& all);
  bool convert_as_said(const syntax::NamePart& part, std::vector<Argument>& arguments);
  const Expression* call_on_host(const Candidate& candidate, const std::vector<const Expression*>& list, Place place);

  const Source& source_;
  const Preprocessed& preprocessed_;
  const syntax::File& file_;
  const ReadOptions& options_;
  Arena& arena_;
  Diagnostics& diagnostics_;
  Build build_;
  Operators operators_{build_};
  Constants constants_{build_, operators_};
  Knobs knobs_;
  FileNames names_;
  RecordTable records_{build_};
  std::unordered_map<std::string_view, const Variable*> places_;
  std::unordered_map<const syntax::Enumeration*, Type> enumerations_;
  std::deque<std::pair<Callable*, Callable::Made*>> queue_;
  Once told_;  // put-aside diagnostics, variables, and names of functions and types that were told of
  std::unordered_map<std::string, Entity*> host_operators_;  // by their signs and the types of arguments; null for none
  Poisoned poisoned_;
  std::unordered_set<const Variable*> doubtful_;  // whose type is not what was meant: told of
  Frame* frame_ = nullptr;
  // For launches, once all kernels are done: functions of the host count, too.
  bool on_host_ = false;
  bool dropped_on_host_ = false;                                                     // something of a function's body
  std::unordered_map<std::uint32_t, std::shared_ptr<HostFunction>> host_functions_;  // by item
  std::optional<HostCalls> host_calls_;
  std::unordered_map<const Variable*, const Expression*> host_lengths_;  // of std::vectors
  std::unordered_map<const Entity*, Callable> host_callables_;
  int host_depth_ = 0;
  std::size_t host_definitions_ = 0;
  int host_steps_ = 300000;  // that may still go into evaluating them
  bool plainly_ = false;     // no conversions that structures define, since one is being looked for
  std::size_t tried_ = 0;    // functions that were tried for calls
  int depending_ = 0;        // names that depend on each other, one on the next
  int depth_ = 0;            // of functions that are checked within others
  std::size_t instances_ = 0;
};

}  // namespace tilescope::language
