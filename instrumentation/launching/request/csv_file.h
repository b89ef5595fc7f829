// A file of numbers parted by commas, a line for each row, as they are written: what type they are is for others to
// say.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

class CsvFile {
 public:
  // An Error names the line and column of what is not a number.
  explicit CsvFile(std::string path);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::int64_t rows() const { return rows_; }
  [[nodiscard]] std::int64_t columns() const { return columns_; }
  [[nodiscard]] std::int64_t count() const { return rows_ * columns_; }
  // Row by row.
  [[nodiscard]] std::string_view cell(std::int64_t number) const;
  [[nodiscard]] std::string place(std::int64_t number) const;  // "a.csv:2: column 3"

 private:
  void read(std::string_view line, std::int64_t number);

  struct Cell {
    std::uint32_t begin = 0, length = 0;
  };
  std::string path_, text_;
  std::int64_t rows_ = 0, columns_ = 0, empty_line_ = 0, first_line_ = 1;
  std::vector<Cell> cells_;
};

}  // namespace tilescope
