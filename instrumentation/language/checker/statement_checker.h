// Checks statements.
#pragma once

#include "instrumentation/language/checker/checker_part.h"

namespace tilescope::language {

class StatementChecker : public CheckerPart {
 public:
  using CheckerPart::CheckerPart;

  // Checks a function's body; the statements `first` come before it.
  const Statement* body(const syntax::Statement& block, std::vector<const Statement*> first);
  // Returns whether a statement was dropped so far, and sets this to `dropped`.
  bool exchange_dropped(bool dropped) { return std::exchange(dropped_, dropped); }

 private:
  const Statement* check(const syntax::Statement& s);
  Statement* statement(StatementKind kind, const syntax::Statement& from);
  const Statement* broken_statement(const Expression* e, const syntax::Statement& from);
  const Statement* block(std::vector<const Statement*> list, const syntax::Statement& from);
  const Statement* check_block(const syntax::Statement& s);
  bool tell_of_missing_type(const syntax::Expression& e);
  std::vector<const Statement*> check_list(std::span<const syntax::Statement* const> all);
  bool ends_too_early(const syntax::Statement& s, const syntax::Statement& next) const;
  const Statement* body_of(const syntax::Statement* s);
  const Expression* check_condition(const syntax::Statement& s, std::vector<const Statement*>& before);
  const Statement* check_if(const syntax::Statement& s);
  const Statement* check_for(const syntax::Statement& s);
  Variable* hidden(const Expression* init);
  const Statement* round_of(const syntax::Statement& s, const Expression* element);
  const Statement* each_by_methods(const syntax::Statement& s, const Expression* range);
  const Statement* check_for_each(const syntax::Statement& s);
  const Statement* check_loop(const syntax::Statement& s);
  const Statement* check_switch(const syntax::Statement& s);
  const Statement* check_case(const syntax::Statement& s);
  void note_case(std::int64_t value, Place place);
  const Statement* check_label(const syntax::Statement& s);
  void match_labels();
  const Statement* check_return(const syntax::Statement& s);
  const Statement* check_declaration(const syntax::Statement& s);

  bool dropped_ = false;
};

}  // namespace tilescope::language
